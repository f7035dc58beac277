'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { type Device, readDevice } from '#lib/catalog/rules/device.ts'

/** What this device seems to be. The server knows the user agent only; touch is asked for in the browser. */
export function useDevice(fromServer: Device): Device {
  const touchPoints = useSyncExternalStore(
    subscribeToNothing,
    () => navigator.maxTouchPoints,
    () => 0,
  )

  return useMemo(
    () => (touchPoints > 1 ? readDevice(navigator.userAgent, touchPoints) : fromServer),
    [touchPoints, fromServer],
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}
