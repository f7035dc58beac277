'use client'

import dynamic from 'next/dynamic'

// What a text may show is loaded where one shows it: the front page has texts as well, and seldom one of these.
export const GuidePlans = dynamic(() => import('#components/content/guide-plans.tsx').then((file) => file.GuidePlans))
export const DeviceCheck = dynamic(() =>
  import('#components/catalog/device-check.tsx').then((file) => file.DeviceCheck),
)
