'use client'

import { useEffect, useState } from 'react'
import { networkDay } from '#lib/catalog/rules/trip.ts'
import { calendarDateAt } from '#lib/core/rules/calendar-days.ts'

/**
 * The first day that may be chosen: the visitor's own date, or the network's where that is a day ahead, since what has begun
 * there is over. '' until the browser has said it: the page itself is the same for everyone on every day.
 */
export function useToday(): string {
  const [today, setToday] = useState('')
  useEffect(() => {
    const now = new Date()
    const own = calendarDateAt(now, -now.getTimezoneOffset())
    const network = networkDay(now)
    setToday(own > network ? own : network)
  }, [])

  return today
}
