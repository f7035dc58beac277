import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Release 0.1.0. */
const COMMIT = '3954cb2d23881dbc801197f2ab2274a384737aa9'

type Manifest = { dependencies: Record<string, string>; devDependencies?: Record<string, string> }

/**
 * The former release from the history of git, in a folder of its own, ready to run uncompiled. Throws in words where the
 * history is not there. Its packages are those of this tree as long as they are of the same versions.
 */
export function checkOutFormer(): { root: string; remove: () => void } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-former-'))
  const remove = () => fs.rmSync(root, { recursive: true, force: true })
  try {
    requireHistory()
    const archive = path.join(root, 'release.tar')
    execFileSync('git', ['archive', '--output', archive, COMMIT])
    execFileSync('tar', ['-xf', archive, '-C', root])
    fs.rmSync(archive)
    installPackages(root)
    execFileSync(process.execPath, ['scripts/prisma.mjs', 'generate'], { cwd: root, stdio: 'pipe' })

    return { root, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function requireHistory(): void {
  try {
    execFileSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { stdio: 'pipe' })
  } catch {
    throw new Error(
      `The upgrade drill needs release 0.1.0, commit ${COMMIT}, and this clone does not have it: ` +
        'run `git fetch --unshallow`, or clone with the whole history.',
    )
  }
}

function installPackages(root: string): void {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest
  const wanted = {
    ...dependencies,
    ...pick(root, ['prisma', '@prisma/schema-engine-wasm', '@prisma/driver-adapter-utils']),
  }
  const isSame = Object.entries(wanted).every(([name, version]) => installed(name) === version)
  if (isSame) fs.symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'), 'dir')
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'pipe' })
}

function pick(root: string, names: string[]): Record<string, string> {
  const { devDependencies = {} } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest

  return Object.fromEntries(names.map((name) => [name, devDependencies[name] ?? '']))
}

function installed(name: string): string | null {
  const file = path.join('node_modules', name, 'package.json')

  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version : null
}
