const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SHAPES = {
  time: CLOCK,
  time_zone: CLOCK,
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  short_date: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { day: 'numeric', month: 'short', ...CLOCK },
  date_time: { day: 'numeric', month: 'long', year: 'numeric', ...CLOCK },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type TimeShape = keyof typeof SHAPES

/** Returns what of an instant is said. A moment of another year says which: it would be taken for one of this year. */
export function timeShape(shape: TimeShape, at: Date, now: Date = new Date()): Intl.DateTimeFormatOptions {
  const isOfAnotherYear = at.getUTCFullYear() !== now.getUTCFullYear()

  return shape === 'moment' && isOfAnotherYear ? { ...SHAPES.moment, year: 'numeric' } : SHAPES[shape]
}
