'use client'

import { useToday } from '#components/catalog/use-today.ts'
import { networkDay } from '#lib/catalog/rules/trip.ts'

/**
 * The first day that a plan may begin on: the visitor's own date, or the network's where that is a day ahead, since what has
 * begun there is over. '' until the browser has said it.
 */
export function useFirstDay(): string {
  const today = useToday()
  const network = networkDay(new Date())

  return today !== '' && today < network ? network : today
}
