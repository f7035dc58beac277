import path from 'node:path'
import { readTree } from '#tests/support/tree.ts'

/** A handler as it stands in the tree: `POST /api/quotes`, and the file that exports it. */
export type RouteInTree = { at: string; method: string; address: string; file: string }

const METHODS = /export (?:const|async function|function) (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g

/** Every handler of the app, from the files themselves. */
export function routesInTree(): RouteInTree[] {
  return readTree()
    .filter(({ file }) => /^app\/.*route\.tsx?$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(METHODS)].map(([, method = '']) => {
        const address = addressOf(file)

        return { at: `${method} ${address}`, method, address, file }
      }),
    )
}

/** The address of every page of the app, from the files themselves. */
export function pagesInTree(): { address: string; file: string; text: string }[] {
  return readTree()
    .filter(({ file }) => /^app\/.*page\.tsx$/.test(file))
    .map(({ file, text }) => ({ address: addressOf(file), file, text }))
}

// A folder in brackets groups files and is no part of the address.
function addressOf(file: string): string {
  const parts = path.posix.dirname(file).split('/').slice(1)

  return `/${parts.filter((part) => !/^\(.*\)$/.test(part)).join('/')}`
}
