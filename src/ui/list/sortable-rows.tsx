export function SortableRows<Row extends { id: string; label: string }>(props: {
  label: string
  rows: Row[]
  onMove: (id: string, beforeId: string | null, afterId: string | null) => void
  renderRow: (row: Row) => React.ReactNode
}) {
  return (
    <ul aria-label={props.label}>
      {props.rows.map((row) => (
        <li key={row.id}>{props.renderRow(row)}</li>
      ))}
    </ul>
  )
}
