import { Skeleton, Table } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#src/ui/status/error-boundary.tsx'
import type { ChartProps } from './chart-props.ts'
import styles from './report-chart.module.css'

const StackedBars = lazy(async () => ({ default: (await import('./stacked-bars.tsx')).StackedBars }))

/** A chart with its figures as a table for screen readers. The chart library loads only if a chart shows. */
export function ReportChart({ chart }: { chart: ChartProps | undefined }) {
  return (
    <figure className={styles.figure}>
      <div className={styles.plot} aria-hidden="true">
        {chart ? (
          // Offline the chart's script may be missing; the table still has the figures.
          <ErrorBoundary fallback={() => <p>The chart could not be loaded.</p>}>
            <Suspense fallback={<Skeleton height="100%" />}>
              <StackedBars {...chart} />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
      {chart ? (
        <figcaption className={styles.caption}>
          <details>
            <summary>{chart.label} as a table</summary>
            <FigureTable {...chart} />
          </details>
        </figcaption>
      ) : null}
    </figure>
  )
}

function FigureTable({ label, rows, along, series }: ChartProps) {
  return (
    <Table className={styles.table ?? ''} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{along.label}</Table.Th>
          {series.map((each) => (
            <Table.Th key={each.name}>{each.label}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row[along.name]}>
            <Table.Th scope="row">{along.words(String(row[along.name]))}</Table.Th>
            {series.map((each) => (
              <Table.Td key={each.name}>{row[each.name]?.toLocaleString('en-GB')}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
