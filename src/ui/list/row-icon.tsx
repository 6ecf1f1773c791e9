const PATHS = {
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  ambient: 'M12 3l8 4.5v9l-8 4.5l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12l-8-4.5',
  chilled: 'M7 3h10a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM5 10h14M9 13v3M9 6v1',
  frozen:
    'M10 4l2 1l2-1M12 2v6.5l3 1.72M17.928 6.268l.134 2.232l1.866 1.232M20.66 7l-5.629 3.25l.01 3.458M19.928 14.268l-1.866 1.232l-.134 2.232M20.66 17l-5.629-3.25l-2.99 1.738M14 20l-2-1l-2 1M12 22v-6.5l-3-1.72M6.072 17.732l-.134-2.232l-1.866-1.232M3.34 17l5.629-3.25l-.01-3.458M4.072 9.732l1.866-1.232l.134-2.232M3.34 7l5.629 3.25l2.99-1.738',
}

/** After Tabler's icons, each as one path: a list lays out hundreds of them while it scrolls, and a snowflake has twelve. */
export function RowIcon({ icon, size }: { icon: keyof typeof PATHS; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[icon]} />
    </svg>
  )
}
