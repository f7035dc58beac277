'use client' // A page then carries the name of an icon instead of its path, twice.

/** Drawn on 24 px with a stroke of 1.75 px. Arrows are marked to turn around in right-to-left pages. */
const PATHS = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM20 20l-4-4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5M12 7.9v.1',
  unknown: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9.7 9.6a2.4 2.4 0 1 1 3.3 2.2c-.7.3-1 .8-1 1.6M12 16.6v.1',
  warning: 'M12 4.2l8.6 15H3.4zM12 10v4.5M12 17v.1',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  calendar: 'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 10h16M8 3v4M16 3v4',
  card: 'M7 3.5h6.5L18 8v10.5a2 2 0 0 1-2 2H7.5a2 2 0 0 1-2-2v-13a2 2 0 0 1 1.5-2zM8.5 12h7v5.5h-7zM12 12v5.5',
  globe:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c2.5 2.6 3.6 5.4 3.6 8.5s-1.1 5.9-3.6 8.5c-2.5-2.6-3.6-5.4-3.6-8.5s1.1-5.9 3.6-8.5z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'M6 9.5l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  back: 'M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 9h-2',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  mail: 'M4 6.5h16v11H4zM4 7l8 6 8-6',
  offline: 'M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5.5 12.3a9.3 9.3 0 0 1 4-2.3M14 9.9a9.3 9.3 0 0 1 4.5 2.4M12 19v.1',
  forward: 'M5 12h14M13 6l6 6-6 6',
  next: 'M9.5 6l6 6-6 6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.8 3.7-6 7.5-6s6.7 2.2 7.5 6',
  phone: 'M8 2.8h8a2 2 0 0 1 2 2v14.4a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4.8a2 2 0 0 1 2-2zM10.5 18h3',
  copy: 'M9 9h9a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2zM6 15H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v1',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  print:
    'M7 9V4h10v5M7 17H5a1.5 1.5 0 0 1-1.5-1.5V11A2 2 0 0 1 5.5 9h13a2 2 0 0 1 2 2v4.5A1.5 1.5 0 0 1 19 17h-2M7 14h10v6H7z',
  bag: 'M5.5 8.5h13l1 11h-15zM9 11V7a3 3 0 0 1 6 0v4',
  payment: 'M3.5 6.5h17v11h-17zM3.5 10.5h17M7 14.5h3',
} as const

const TURNS = new Set<IconName>(['forward', 'next', 'back'])

export type IconName = keyof typeof PATHS

/** Decoration only: the words next to it carry the meaning. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  const classes = ['icon', TURNS.has(name) && 'flip', className].filter(Boolean).join(' ')

  return (
    <svg className={classes} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
