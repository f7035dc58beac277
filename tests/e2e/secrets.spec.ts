import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'

const DATA_DIR = process.env.E2E_DATA_DIR ?? 'test-results/store'
const SHORTEST = 12

/** Every secret of the store under test, as it made them for itself. */
function secrets(): string[] {
  const stored = JSON.parse(fs.readFileSync(path.resolve(DATA_DIR, 'secrets.json'), 'utf8')) as Record<string, unknown>

  return Object.values(stored)
    .filter((value): value is string => typeof value === 'string' && value.length >= SHORTEST)
    .flatMap((value) => [value, value.split(':').at(-1) ?? value])
}

function staticFiles(): string[] {
  const root = path.join(process.env.NEXT_DIST_DIR ?? '.next', 'static')

  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

test('no secret of the store stands in anything that leaves it', async ({ page }) => {
  const known = secrets()
  expect(known.length).toBeGreaterThan(4)
  const leaks = (text: string) => known.filter((secret) => text.includes(secret)).length

  const files = staticFiles()
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => leaks(fs.readFileSync(file, 'latin1')) > 0 || file.endsWith('.map'))).toEqual([])

  await entersAsOwner(page)
  const paths = ['/', '/destinations', '/find', '/sign-in', '/nowhere', '/api/nowhere', '/checkout/none', '/o/none']
  const inside = ['/admin', '/admin/health', '/admin/staff', '/admin/profile', '/admin/audit', '/api/auth/session']
  for (const address of [...paths, ...inside]) {
    const plain = await page.request.get(address)
    const data = await page.request.get(address, { headers: { rsc: '1' } })
    expect({ address, leaks: leaks(await plain.text()) + leaks(await data.text()) }).toEqual({ address, leaks: 0 })
  }
})
