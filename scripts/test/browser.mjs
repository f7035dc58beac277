import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { findBrowser } from '../find-browser.mjs'

/** Makes sure that there is a Chromium, through the system's packages when this account may. Throws when there is none. */
export function ensureBrowser() {
  const found = findBrowser(chromium.executablePath())
  if (found) return found
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (mayInstall) {
    console.log('no Chromium found, installing the one of the system')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', 'chromium'], { stdio: 'inherit', env })
  }
  const installed = findBrowser(chromium.executablePath())
  if (!installed) {
    throw new Error(
      'No Chromium: set CHROMIUM_PATH, or run `npx playwright install chromium`, or install the package chromium.',
    )
  }

  return installed
}
