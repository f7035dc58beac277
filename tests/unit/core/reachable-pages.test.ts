import { expect, test } from 'vitest'
import { pagesInTree } from '#tests/support/route-tree.ts'
import { readTree } from '#tests/support/tree.ts'

// Nobody is led to it: it answers an address of the back office that does not exist.
const UNNAMED = '/admin/[...rest]'

test('every page of the back office is named by a link somewhere else', () => {
  const sources = readTree().filter(({ file }) => /^(app|components)\/.*\.tsx?$/.test(file))
  const pages = pagesInTree().filter(({ address }) => address.startsWith('/admin') && address !== UNNAMED)
  const unlinked = pages.filter(({ address, file }) => {
    const start = address.replace(/\[.*$/, '')
    const link = new RegExp(`['"\`]${start}['"\`?#$]`)

    return !sources.some((source) => source.file !== file && link.test(source.text))
  })

  expect(pages.length).toBeGreaterThan(30)
  expect(unlinked.map(({ address }) => address)).toEqual([])
})
