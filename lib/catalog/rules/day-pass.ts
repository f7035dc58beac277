/** As many days as a plan may be bought for. */
export const LONGEST_DAYS = 365
/** Where the days of a plan stand before anybody said anything, moved into its bounds. */
export const USUAL_DAYS = 7

/** The bounds within which the days of a day pass are chosen. */
export type DayBounds = { minDays: number; maxDays: number }

/** Days to buy for a trip, and why they differ from its length when they do. */
export type DaysForTrip = { days: number; reason: 'as_long_as_trip' | 'raised_to_minimum' | 'lowered_to_maximum' }

/** Returns the days to buy for a trip of `tripDays` days, moved into the bounds of the plan. */
export function daysForTrip({ minDays, maxDays }: DayBounds, tripDays: number): DaysForTrip {
  if (tripDays < minDays) return { days: minDays, reason: 'raised_to_minimum' }
  if (tripDays > maxDays) return { days: maxDays, reason: 'lowered_to_maximum' }

  return { days: tripDays, reason: 'as_long_as_trip' }
}

/** Tells whether a number of days may be bought: a whole number inside the bounds. */
export function isWithinBounds({ minDays, maxDays }: DayBounds, days: number): boolean {
  return Number.isSafeInteger(days) && days >= minDays && days <= maxDays
}
