import { expect, test } from 'vitest'
import { checkedFile } from '#lib/core/client/checked-file.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'

const unsaid = { said: null, profileStatus: null, expiresAt: null, canTopUp: null, hasDevice: null, esim: null }

test('what came of pasted numbers is a file with a row per entry, in the order of the paste', () => {
  const file = checkedFile([
    {
      text: '8948010000000000011',
      outcome: 'known',
      ...{ said: 'success', profileStatus: 'Enabled', expiresAt: '2027-03-03T14:12:00.000Z' },
      ...{ canTopUp: true, hasDevice: false },
      esim: { id: 'crd_1', orderId: 'ord_1', number: 'LF-TEST-0001' },
    },
    { ...unsaid, text: 'rubbish!', outcome: 'unreadable' },
  ])

  expect(parseCsv(file)).toEqual([
    ['pasted', 'outcome', 'said', 'profile', 'device_seen', 'takes_top_up', 'expires', 'order'],
    ['8948010000000000011', 'known', 'success', 'Enabled', 'no', 'yes', '2027-03-03T14:12:00.000Z', 'LF-TEST-0001'],
    ['rubbish!', 'unreadable', '', '', '', '', '', ''],
  ])
})

test('neither an entry of the paste nor words of the network run as a formula in a spreadsheet', () => {
  const file = checkedFile([{ ...unsaid, text: '=1+1', outcome: 'unknown', said: '@SUM(1)' }])

  expect(parseCsv(file)?.[1]?.slice(0, 3)).toEqual(["'=1+1", 'unknown', "'@SUM(1)"])
})
