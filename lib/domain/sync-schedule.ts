const EVERY_HOURS = 6
const MINUTE = 17

/** How many passes by the clock a day has. */
export const PASSES_PER_DAY = 24 / EVERY_HOURS

/** When the catalogue is read by the clock, in UTC. */
export const SYNC_CRON = `${MINUTE} */${EVERY_HOURS} * * *`

/** Returns when the next pass by the clock begins. */
export function nextSyncAt(now: Date): Date {
  const next = new Date(now)
  next.setUTCMinutes(MINUTE, 0, 0)
  next.setUTCHours(Math.floor(now.getUTCHours() / EVERY_HOURS) * EVERY_HOURS)
  if (next <= now) next.setUTCHours(next.getUTCHours() + EVERY_HOURS)

  return next
}
