/** One row of the dated list: phones of a family that take an eSIM, or that do not. */
export type DeviceFamily = {
  brand: string
  family: string
  /** Further names and model numbers under which people look for it. */
  models: string[]
  supports: boolean
  /** Where the same name was sold without eSIM, as region codes; empty when nowhere. */
  except: string[]
  source: string
  checkedOn: string
}

/** The regions that the list can name. */
export const DEVICE_REGIONS = ['cn', 'hk_mo', 'tw', 'au_jp_tw', 'carrier']

/**
 * Reads the phones that the store adds to the list, one on each line:
 * `Brand; family; further names; yes or no; regions without eSIM; date; source`.
 *
 * `null` when a line cannot be read: a phone that is half understood would answer wrongly.
 */
export function parseOwnDevices(text: string): DeviceFamily[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const rows = lines.map(readLine)
  const read = rows.filter((row) => row !== null)

  return read.length === rows.length ? read : null
}

function readLine(line: string): DeviceFamily | null {
  const [brand = '', family = '', models = '', answer = '', except = '', checkedOn = '', source = '', ...more] = line
    .split(';')
    .map((part) => part.trim())
  const regions = listOf(except)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(checkedOn) && !Number.isNaN(Date.parse(checkedOn))
  const isReadable = brand !== '' && family !== '' && /^(yes|no)$/.test(answer) && isDate && more.length === 0
  if (!isReadable || regions.some((region) => !DEVICE_REGIONS.includes(region))) return null

  return { brand, family, models: listOf(models), supports: answer === 'yes', except: regions, source, checkedOn }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
