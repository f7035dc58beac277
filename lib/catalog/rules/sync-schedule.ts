const EVERY_HOURS = 6
const MINUTE = 17

/** How many passes by the clock a day has. */
export const PASSES_PER_DAY = 24 / EVERY_HOURS

/** When the catalogue is read by the clock, in UTC. */
export const SYNC_CRON = `${MINUTE} */${EVERY_HOURS} * * *`

/** Returns when the next pass by the clock begins. */
export function nextSyncAt(now: Date): Date {
  // The rule above can be read.
  return nextByClock(SYNC_CRON, now) ?? now
}

/** Returns when a rule of the clock (cron, UTC) holds next: one minute, of one hour or of every so many. `null` for others. */
export function nextByClock(cron: string, now: Date): Date | null {
  const [, minute, hours, every] = /^(\d{1,2}) ((?:\*\/(\d{1,2}))|\d{1,2}) \* \* \*$/.exec(cron) ?? []
  if (minute === undefined) return null
  const next = new Date(now)
  next.setUTCMinutes(Number(minute), 0, 0)
  for (let hour = 0; hour <= 24; hour++, next.setUTCHours(next.getUTCHours() + 1)) {
    const holds = every === undefined ? next.getUTCHours() === Number(hours) : next.getUTCHours() % Number(every) === 0
    if (holds && next > now) return next
  }

  return null
}
