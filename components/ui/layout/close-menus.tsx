'use client'

import { useEffect } from 'react'
import { watchMenus } from '#components/ui/layout/watch-menus.ts'

/** The menus of the header on pages without soft links. Shows nothing. */
export function CloseMenus() {
  useEffect(() => {
    const watching = new AbortController()
    watchMenus(watching.signal)

    return () => watching.abort()
  }, [])

  return null
}
