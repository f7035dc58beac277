/** Which way of installing comes first. `apple` covers iPhone and iPad, `touch_mac` an iPad that calls itself a Mac. */
export type Platform = 'apple' | 'touch_mac' | 'android' | 'computer'

/** What a browser says about the device it runs on. Every answer may be wrong: it orders choices, it hides none. */
export type Device = {
  platform: Platform
  /** Null when the browser does not say. */
  version: { major: number; minor: number } | null
  /** True when the page seems to be open inside a mail, chat or social app. */
  isInApp: boolean
}

const IN_APP =
  /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|musical_ly|Twitter|LinkedInApp|Pinterest|GSA\//

/** Returns what can be read from a user agent. `touchPoints` tells an iPad from a Mac; servers do not know it. */
export function readDevice(userAgent: string, touchPoints = 0): Device {
  const platform = platformOf(userAgent, touchPoints)
  const isAndroidView = platform === 'android' && /; wv\)/.test(userAgent)
  // An embedded view on iOS leaves out the word that every browser there carries.
  const isAppleView = platform === 'apple' && !/Safari\/|CriOS|FxiOS|EdgiOS/.test(userAgent)

  return {
    platform,
    version: versionOf(userAgent, platform),
    isInApp: platform !== 'computer' && (IN_APP.test(userAgent) || isAndroidView || isAppleView),
  }
}

/** Tells whether an Apple device follows install links (17.4 and newer). Null when its version is not known. */
export function followsAppleLinks(device: Device): boolean | null {
  return device.version && isAtLeast(device.version, 17, 4)
}

/** Tells whether an Android phone may follow install links (10 and newer). Null when its version is not known. */
export function followsAndroidLinks(device: Device): boolean | null {
  return device.version && isAtLeast(device.version, 10, 0)
}

function platformOf(userAgent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'apple'
  if (/Android/.test(userAgent)) return 'android'
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'touch_mac'

  return 'computer'
}

function versionOf(userAgent: string, platform: Platform): Device['version'] {
  // A touch Mac reports a frozen macOS version, which says nothing about iPadOS.
  const match =
    platform === 'apple'
      ? /OS (\d+)_(\d+)/.exec(userAgent)
      : platform === 'android'
        ? /Android (\d+)(?:\.(\d+))?/.exec(userAgent)
        : null

  return match ? { major: Number(match[1]), minor: Number(match[2] ?? 0) } : null
}

// As numbers: 17.10 is newer than 17.4.
function isAtLeast(version: { major: number; minor: number }, major: number, minor: number): boolean {
  return version.major > major || (version.major === major && version.minor >= minor)
}
