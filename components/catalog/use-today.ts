'use client'

import { useEffect, useState } from 'react'

/** The visitor's own date, '' until the browser has said it: the page itself is the same for everyone on every day. */
export function useToday(): string {
  const [today, setToday] = useState('')
  useEffect(() => {
    const now = new Date()
    const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    setToday(local.toISOString().slice(0, 10))
  }, [])

  return today
}
