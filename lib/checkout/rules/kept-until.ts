const DAY_MS = 86_400_000
const AFTER_END_DAYS = 30

type Facts = { endsAt: Date | null; deadline: Date | null; days: number; now: Date }

/**
 * Returns until when a device keeps the page of an eSIM: 30 days after its plan ends. While nobody knows that end, the
 * latest it can be counts: installed at the last minute, or today where no such minute was named.
 */
export function keptUntil({ endsAt, deadline, days, now }: Facts): Date {
  const begins = deadline !== null && deadline > now ? deadline : now
  const end = endsAt ?? new Date(begins.getTime() + days * DAY_MS)

  return new Date(end.getTime() + AFTER_END_DAYS * DAY_MS)
}
