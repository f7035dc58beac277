import fs from 'node:fs'
import { expect, test } from 'vitest'
import debts from '#tests/support/room-debts.json' with { type: 'json' }
import { downward, ORDER, violations } from '#tests/support/rooms.ts'
import { readTree, type Source } from '#tests/support/tree.ts'

const tree = readTree()
const code = tree.filter(({ file }) => /\.(ts|tsx|js|mjs)$/.test(file))
const product = code.filter(({ file }) => /^(app|components|lib|instrumentation|proxy)/.test(file))

/** The files whose text matches, for a comparison with a list. */
const filesWith = (pattern: RegExp, among: Source[] = product) =>
  among
    .filter(({ text }) => pattern.test(withoutComments(text)))
    .map(({ file }) => file)
    .sort()

test('the walk found the tree and sees a seeded violation', () => {
  expect(code.length).toBeGreaterThan(100)
  expect(violations('components/x.tsx', 'import { db } from "#lib/core/repository/client.ts";')).toHaveLength(1)
  expect(violations('lib/orders/rules/x.ts', "import fs from 'node:fs'")).toHaveLength(1)
  expect(violations('app/x/page.tsx', "const { db } = await import('#lib/core/repository/client.ts')")).toHaveLength(1)
  expect(violations('scripts/x.mjs', "import { env } from '#lib/core/env.ts'")).toHaveLength(1)
})

test.each(code.map(({ file, text }) => [file, text]))('%s imports only what its role may', (file, text) => {
  expect(violations(file, text)).toEqual([])
})

test('the browser takes types alone from contracts and queries, so that no schema or server code is sent to it', () => {
  const ofBrowser = product.filter(({ file }) => /^components\/|^lib\/[a-z]+\/client\//.test(file))
  const taken = /(?:(?:import|export) (?!type )[^']*from |import\()'#lib\/[a-z]+\/(schema|queries)(\.ts|\/)/

  expect("import { placeOrderCall } from '#lib/checkout/schema.ts'").toMatch(taken)
  expect("import {\n  getToday,\n} from '#lib/operations/queries/admin-today.ts'").toMatch(taken)
  expect("const { x } = await import('#lib/operations/queries/admin-today.ts')").toMatch(taken)
  expect("export { x } from '#lib/operations/queries/admin-today.ts'").toMatch(taken)
  expect(filesWith(taken, ofBrowser)).toEqual([])
})

test('every folder of lib is a room, and no file lies loose', () => {
  const inLib = tree.filter(({ file }) => file.startsWith('lib/')).map(({ file }) => file.split('/')[1])

  expect([...new Set(inLib)].sort()).toEqual([...ORDER].sort())
})

test('a room imports core and the rooms above it, but for the listed imports, which only become fewer', () => {
  const found = product.flatMap(({ file, text }) => downward(file, text))

  expect(downward('lib/orders/queries/x.ts', "import { y } from '#lib/finance/rules/y.ts'")).toHaveLength(1)
  expect([...new Set(found)].sort()).toEqual([...debts].sort())
})

test('getOrderInfo, which forfeits the right to cancel, is named only where its one endpoint is described', () => {
  // The check of invariants names it to prove that nobody called it.
  expect(filesWith(/getOrderInfo\b/)).toEqual([
    'lib/operations/commands/check-invariants.ts',
    'lib/provider/endpoints/orders.ts',
  ])
})

test('the endpoint that forfeits the right to cancel has exactly one call site, behind its note', () => {
  const named = filesWith(/fetchOrderAndForfeitCancellation/).filter((file) => !file.startsWith('lib/provider/'))
  const record = product.find(({ file }) => file === 'lib/fulfilment/commands/read-full-record.ts')
  const text = withoutComments(record?.text ?? '')
  const calls = [...text.matchAll(/call\(fetchOrderAndForfeitCancellation\b/g)]
  const users = filesWith(/read-full-record\.ts/)

  // The check of invariants names it to prove that nobody else called it.
  expect(named).toEqual(['lib/fulfilment/commands/read-full-record.ts', 'lib/operations/commands/check-invariants.ts'])
  expect(calls).toHaveLength(1)
  expect(text.indexOf('await lock(staff')).toBeGreaterThan(0)
  expect(text.indexOf('await lock(staff')).toBeLessThan(text.indexOf('await ask(input'))
  expect(users).toEqual(['app/api/admin/orders/[id]/record/route.ts'])
})

test('outside the sandbox no code makes an activation code: what an eSIM opens is what the network sent', () => {
  const beside = code.filter(({ file }) => !/^(sandbox|tests)\//.test(file))

  // Put together from what the network said; shown in the preview of a mail; and in the made-up orders of a trial.
  const made = ['lib/esims/rules/lpa.ts', 'lib/mail/sample-mails.ts', 'scripts/seed/fill-store.ts']
  expect(filesWith(/LPA:1\$/, beside)).toEqual(made)
  expect(filesWith(/store is not filled/, beside)).toEqual(['scripts/seed.ts'])
  // eSIMs and codes are written down where an answer of the network is read, and nowhere else.
  const readers = [
    'lib/fulfilment/commands/fulfil-item/accept-order.ts',
    'lib/fulfilment/commands/fulfil-item/fetch-details.ts',
  ]
  expect(filesWith(/\bemitLpa\(/)).toEqual(['lib/esims/commands/reveal-esim.ts', 'lib/esims/rules/lpa.ts', ...readers])
  expect(filesWith(/\b(addEsims|addCode)\(/)).toEqual([
    'lib/esims/repository/esims.ts',
    ...readers,
    'lib/fulfilment/commands/review/check-again.ts',
  ])
})

test('an order is complete in two places: with every eSIM and its code, and with a plan on an eSIM that is there', () => {
  const [esims = '', topUp = ''] = [
    'lib/fulfilment/commands/deliver.ts',
    'lib/fulfilment/commands/fulfil-item/deliver-top-up.ts',
  ].map((file) => withoutComments(product.find((one) => one.file === file)?.text ?? ''))

  expect(filesWith(/to: 'DELIVERED'/)).toEqual([
    'lib/fulfilment/commands/deliver.ts',
    'lib/fulfilment/commands/fulfil-item/deliver-top-up.ts',
  ])
  expect(esims.indexOf('if (!isComplete(item)) return putInReview')).toBeGreaterThan(0)
  expect(esims.indexOf('if (!isComplete(item)) return putInReview')).toBeLessThan(esims.indexOf("to: 'DELIVERED'"))
  expect(topUp).toContain('requireTopUpEsim(item, tx)')
})

test('MD5 is used by the provider signature and by the verifier of the sandbox alone', () => {
  const used = filesWith(
    /['"`]md5['"`]/i,
    code.filter(({ file }) => !file.startsWith('tests/')),
  )

  expect(used).toEqual(['lib/provider/sign.ts', 'sandbox/upstream/server.ts'])
})

test('secrets are sealed with one authenticated cipher, in one file', () => {
  const using = filesWith(/createCipheriv|createDecipheriv/)

  expect(using).toEqual(['lib/core/crypto/encrypt.ts'])
  expect(code.find(({ file }) => file === using[0])?.text.match(/ipheriv\('[\w-]+'/g)).toEqual([
    "ipheriv('aes-256-gcm'",
    "ipheriv('aes-256-gcm'",
  ])
})

test('no page, route or command opens a file by a name: the map of the build and two files of a restore are read', () => {
  expect(filesWith(/from 'node:fs/)).toEqual([
    'lib/fulfilment/commands/recover-erasures.ts',
    'lib/fulfilment/commands/recover.ts',
    // The space that is left, not a file.
    'lib/operations/repository/admin-health.ts',
    'lib/server/app-map.ts',
    // Its faces, by a list, and a flag by two letters.
    'lib/server/draw-worker.ts',
  ])
})

test('no answer allows another origin to read it', () => {
  expect(filesWith(/access-control-allow/i)).toEqual([])
})

test('SQL is never built from strings', () => {
  expect(filesWith(/\$(queryRaw|executeRaw)Unsafe/)).toEqual([])
  // The name of a table cannot be a parameter; there it comes from a list in the code.
  expect(filesWith(/Prisma\.raw\(/)).toEqual(['lib/core/repository/leases.ts'])
})

test('raw SQL stays in repositories and queries', () => {
  const outside = filesWith(/\$(queryRaw|executeRaw)\b/).filter(
    (file) => !/^lib\/[a-z]+\/(repository|queries)\//.test(file),
  )

  // It compares whole tables with each other, which no repository has a use for.
  expect(outside).toEqual(['lib/operations/commands/check-invariants.ts'])
})

test('no two questions are asked at once by a client that may stand in a transaction: it has one connection', () => {
  const asks = (text: string) => together(withoutComments(text)).some((inside) => /\b(tx|client)\b/.test(inside))
  const beside = code.filter(({ file }) => /^(lib|app|scripts)\//.test(file))

  expect(asks('const [a, b] = await Promise.all([one(tx), two(tx)])')).toBe(true)
  expect(asks('await Promise.allSettled(rows.map((row) => add(row, client)))')).toBe(true)
  expect(asks('await Promise.all([one()])\nawait two(tx)')).toBe(false)
  expect(beside.filter(({ text }) => asks(text)).map(({ file }) => file)).toEqual([])
})

test('a page made on the server takes nothing but components from files of the browser', () => {
  const isOfBrowser = new Map(product.map(({ file, text }) => [`#${file}`, text.startsWith("'use client'")]))
  const taken = product
    .filter(({ file, text }) => file.startsWith('app/') && !text.startsWith("'use client'"))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^import \{([^}]+)\} from '([^']+)'/gm)]
        .filter(([, , from = '']) => isOfBrowser.get(from))
        .flatMap(([, names = '']) => names.split(','))
        .filter((name) => !/^\s*(type |[A-Z][a-z]|$)/.test(name))
        .map((name) => `${file}: ${name.trim()}`),
    )

  expect([...isOfBrowser.values()].filter(Boolean).length).toBeGreaterThan(100)
  expect(taken).toEqual([])
})

test('markup from strings is written in the listed files alone', () => {
  expect(filesWith(/dangerouslySetInnerHTML/)).toEqual([
    'components/catalog/structured-data.tsx',
    'components/pricing/early-currency.tsx',
    'components/ui/layout/early-input.tsx',
  ])
})

test('nothing in the product starts a program, evaluates text or rolls weak dice', () => {
  expect(filesWith(/child_process|\beval\(|new Function\(/)).toEqual([])
  expect(filesWith(/Math\.random/)).toEqual([])
})

test('certificates are always checked', () => {
  expect(filesWith(/rejectUnauthorized/)).toEqual([])
})

test('money is never a floating point number', () => {
  const money = product.filter(({ file }) =>
    /(money|decimal|pricing|allocate|minor-units?|minor-amount)[^/]*\.ts$/.test(file),
  )

  expect(money.length).toBeGreaterThan(2)
  expect(filesWith(/parseFloat|toFixed|\b\d+\.\d+\b(?!')/, money)).toEqual([])
})

test('the environment is read in one place', () => {
  const readers = filesWith(/process\.env\b/)

  expect(readers).toEqual(['instrumentation.ts', 'lib/core/env.ts'])
})

test('no file has more than 500 lines: what is read together stands together, below that', () => {
  const lengths = code.map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))

  expect(lengths.length).toBeGreaterThan(0)
  expect(lengths.filter(({ lines }) => lines > 500)).toEqual([])
})

test('no document speaks of a file that is gone', () => {
  const known = new Set(tree.flatMap(({ file }) => [file, file.split('/').at(-1) ?? '']))
  const documents = ['*.md', 'docs/**/*.md', 'lib/*/*.md', 'sandbox/**/*.md'].flatMap((where) => fs.globSync(where))
  const named = documents.flatMap((file) =>
    file === 'CHANGELOG.md'
      ? []
      : [...fs.readFileSync(file, 'utf8').matchAll(/`([\w./[\]()-]+\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => ({
          file,
          name,
        })),
  )

  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !known.has(name) && !known.has(name.split('/').at(-1) ?? ''))).toEqual([])
})

test('no test is switched off or singled out', () => {
  const marked = code.filter(({ file }) => file.startsWith('tests/') && file !== 'tests/architecture.test.ts')

  expect(filesWith(/\b(it|test|describe)\.(only|skip|todo|fixme)\b/, marked)).toEqual([])
})

test('nothing is left unfinished', () => {
  const marks = /\b(TODO|FIXME|HACK)\b/
  const others = tree.filter(({ file }) => file !== 'tests/architecture.test.ts')

  expect(others.filter(({ text }) => marks.test(text)).map(({ file }) => file)).toEqual([])
})

/** What stands between the parentheses of each `Promise.all` and its kin. */
function together(text: string): string[] {
  return [...text.matchAll(/Promise\.(?:all|allSettled|race|any)\(/g)].map(({ index, 0: head }) => {
    const from = index + head.length
    let depth = 1
    let end = from
    for (; depth > 0 && end < text.length; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0

    return text.slice(from, end)
  })
}

/** Comments may name what code may not do. A `//` inside an address is no comment. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{(])\/\/.*$/gm, '$1')
}
