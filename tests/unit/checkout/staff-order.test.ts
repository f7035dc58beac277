import { expect, test } from 'vitest'
import { readBuyers } from '#lib/checkout/rules/staff-order.ts'

const read = (text: string) => readBuyers(text).map(({ name, email, problem }) => [name, email, problem])

test.each([
  ['a comma', 'Ana Ruiz, ana@example.com'],
  ['a semicolon', 'Ana Ruiz;ana@example.com'],
  ['a tab, as a spreadsheet pastes it', 'Ana Ruiz\tana@example.com'],
  ['the address first', 'ANA@example.com, Ana Ruiz'],
  ['quotes and angle brackets', '"Ana Ruiz", <ana@example.com>'],
])('reads a name and an address parted by %s', (_, item) => {
  expect(read(item)).toEqual([['Ana Ruiz', 'ana@example.com', null]])
})

test('keeps a row for every written line and says what is wrong with it', () => {
  const rows = readBuyers(
    ['a@example.com', '', '  ', 'Nobody', 'Bob, bob@', `${'x'.repeat(81)}, c@example.com`, 'Again, A@EXAMPLE.com'].join(
      '\r\n',
    ),
  )

  expect(rows.map(({ n, problem }) => [n, problem])).toEqual([
    [1, null],
    [2, 'no_mail'],
    [3, 'bad_mail'],
    [4, 'long_name'],
    [5, 'repeated'],
  ])
})

test('takes a name with a comma in it as one name', () => {
  expect(read('Ruiz, Ana, ana@example.com')).toEqual([['Ruiz Ana', 'ana@example.com', null]])
})

test('reads nothing out of nothing', () => {
  expect(readBuyers(' \n\t\n')).toEqual([])
})
