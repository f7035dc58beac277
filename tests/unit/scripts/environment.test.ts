import fs from 'node:fs'
import { expect, test } from 'vitest'
import { environmentSchema } from '#lib/core/env.ts'

test('.env.example names every setting and no other', () => {
  const example = fs.readFileSync('.env.example', 'utf8')
  const names = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)]

  expect(names.map(([, name]) => name).sort()).toEqual(Object.keys(environmentSchema.shape).sort())
  expect(names.filter(([, , value]) => value !== '')).toEqual([])
})
