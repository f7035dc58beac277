import 'server-only'
import { cache } from 'react'
import { readSettings } from '#lib/settings/repository/settings.ts'
import { type DeviceFamily, parseOwnDevices } from '#lib/settings/rules/own-devices.ts'

const KEY = 'shop.devices'

/** The phones that the store itself adds to the list. They go before those of the file. */
export const getOwnDevices = cache(async (): Promise<DeviceFamily[]> => {
  const stored = await readSettings([KEY])

  return parseOwnDevices(stored[KEY] ?? '') ?? []
})
