import { chromium, type LaunchOptions } from '@playwright/test'
import { findBrowser } from '#scripts/find-browser.mjs'

/**
 * A whole Chromium loads two pages of its own for the address bar of every window, which nobody sees here: most of what a
 * new context costs. The last such switch counts, so the list begins with what Playwright turns off itself.
 */
const UNUSED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
]

/** How a browser of the journeys is started. `isWhole`: one that can do all that a buyer's can. */
export function launchOptions(options: { isWhole?: boolean } = {}): LaunchOptions {
  const executablePath = findBrowser(chromium.executablePath(), options)

  return {
    ...(executablePath === null ? {} : { executablePath }),
    // Chromium's own sandbox refuses root; containers have a small /dev/shm.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-dev-shm-usage', '--disable-gpu-rasterization', `--disable-features=${UNUSED_FEATURES.join()}`],
  }
}
