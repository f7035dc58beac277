import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepState, readJson } from '#scripts/postgres/server.mjs'
import { withLock } from '#scripts/postgres/users.mjs'
import { mountTrouble, openVolume, type Volume } from '#tests/support/small-volume.ts'

const trouble = mountTrouble()
const title = `D31 the starter of the embedded database on a full volume${trouble ? ` (skipped: ${trouble})` : ''}`

describe.skipIf(trouble !== null)(title, () => {
  let volume: Volume

  beforeAll(() => {
    volume = openVolume(1)
  })

  afterAll(() => volume?.close())
  beforeEach(() => volume.empty())

  test('leaves no lock behind that would keep the next one out', async () => {
    volume.fill()

    await expect(withLock(volume.path, async () => 'started')).rejects.toMatchObject({ code: 'ENOSPC' })

    expect(fs.existsSync(path.join(volume.path, 'start.lock'))).toBe(false)
    volume.empty()
    expect(await withLock(volume.path, async () => 'started')).toBe('started')
  })

  test('still knows the password of its database', () => {
    const file = path.join(volume.path, 'embedded.json')
    keepState(volume.path, { password: 'kept', port: 1 })
    volume.fill()

    keepState(volume.path, { password: 'kept', port: 1 })
    expect(() => keepState(volume.path, { password: 'kept', port: 2 })).toThrow(/ENOSPC/)

    expect(readJson(file)).toEqual({ password: 'kept', port: 1 })
    volume.empty()
    keepState(volume.path, { password: 'kept', port: 2 })
    expect(readJson(file)).toEqual({ password: 'kept', port: 2 })
    expect(fs.statSync(file).mode & 0o077).toBe(0)
  })
})
