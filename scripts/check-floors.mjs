// Compares what is installed with the lowest versions that are safe to run: below a floor nothing starts.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isBelow } from './release.mjs'

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url))

/** Floors that a security fix or a leak set; `exact` where only one version was ever proven. */
export const FLOORS = [
  { name: 'next', floor: '16.4.6' },
  { name: 'react', floor: '19.3.0' },
  { name: 'react-dom', floor: '19.3.0' },
  { name: 'next-auth', floor: '4.24.15' },
  { name: 'sharp', floor: '0.35.5', mayBeAbsent: true },
  { name: 'zod', floor: '4.6.7' },
  { name: 'nodemailer', floor: '9.0.1' },
  { name: '@prisma/client', exact: '7.10.0' },
  { name: '@prisma/adapter-pg', exact: '7.10.0' },
]

/** One sentence per package that is too old; none when all may run. */
export function findBelowFloor(floors = FLOORS, modules = MODULES) {
  return floors.flatMap(({ name, floor, exact, mayBeAbsent }) => {
    const file = path.join(modules, name, 'package.json')
    if (!fs.existsSync(file)) return mayBeAbsent ? [] : [`${name} is not installed: run \`npm ci\`.`]
    const { version } = JSON.parse(fs.readFileSync(file, 'utf8'))
    if (exact && version !== exact) return [`${name} is ${version}: exactly ${exact} is needed.`]

    return floor && isBelow(version, floor) ? [`${name} is ${version}: ${floor} or newer is needed.`] : []
  })
}

const complaints = findBelowFloor()
if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exit(1)
}
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(`${FLOORS.length} packages at or above their floors`)
}
