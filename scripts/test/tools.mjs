import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../find-browser.mjs'

const PLACES = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin']

/** The file of a program of the system's packages, those that only an administrator runs included. */
export function findProgram(name) {
  return PLACES.map((place) => path.join(place, name)).find((file) => fs.existsSync(file))
}

/** Whole, because a journey or two need that; the others choose for themselves. */
export function findWholeBrowser() {
  return findBrowser(chromium.executablePath(), { isWhole: true })
}

/** Whether this account may install packages of Debian or its kin. */
export function mayInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

const HERE = {
  mayInstall,
  has: (name) => Boolean(name === 'Chromium' ? findWholeBrowser() : findProgram(name)),
}

/** The programs that these steps need of the machine, which lacks them and does not let them be installed later on. */
export function missingTools(steps, machine = HERE) {
  const needed = [
    ...(steps.includes('unit') ? ['nginx', 'openssl'] : []),
    ...(steps.includes('browser') ? ['Chromium'] : []),
  ]
  const missing = needed.filter((name) => !machine.has(name))

  return missing.length > 0 && machine.mayInstall() ? [] : missing
}
