import { expect, test } from 'vitest'
import { getCardDetail, listCardHistory, listCards } from '#lib/provider/index.ts'
import { iccid } from '#tests/unit/provider/acting-calls.ts'
import { anAnswer, aProvider } from '#tests/unit/provider/stub-provider.ts'

const httpUrl = 'http://inside.test'

test('cards keep what was said about each, and nothing is invented for the others', async () => {
  const data = [
    {
      success: true,
      iccid,
      expireTime: '2026-12-31 23:59:59',
      canRenew: true,
      displayName: 'Brand',
      dpId: 4,
      dpStatus: 'ACTIVE',
      eid: null,
    },
    { success: false, message: 'data not exist', iccid: '8900000000000000000' },
    {},
  ]

  expect(await aProvider([anAnswer({ code: 0, data })]).call(listCards, { iccids: [iccid] })).toMatchObject([
    {
      iccid,
      isKnown: true,
      expiresAt: new Date('2026-12-31T15:59:59Z'),
      canTopUp: true,
      partnerId: '4',
      profileStatus: 'ACTIVE',
    },
    { isKnown: false, message: 'data not exist', expiresAt: null, canTopUp: null },
    { iccid: null, isKnown: false },
  ])
})

test('the history reads its boolean renew', async () => {
  const data = [{ orderNum: 'EP1', renew: true, status: 0, packageList: null }]

  expect(await aProvider([anAnswer({ code: 0, data })], { httpUrl }).call(listCardHistory, { iccid })).toMatchObject([
    { orderNum: 'EP1', isTopUp: true, plans: [] },
  ])
})

test('the detail reads networks by country', async () => {
  const data = {
    esimInfo: { iccid, createDate: '2026-01-01', expireDate: '2027-01-01', supportRenew: 'true', dpStatus: 'Enable' },
    supportNetwork: { Japan: [{ countryCode: 392, type: 'LTE', operator: 'Docomo', name: 'Japan' }], Nowhere: null },
  }

  expect(
    await aProvider([anAnswer({ code: 1, status: 'Success', data })], { httpUrl }).call(getCardDetail, { iccid }),
  ).toEqual({
    createdOn: '2026-01-01',
    expiresOn: '2027-01-01',
    canTopUp: true,
    eid: null,
    profileStatus: 'Enable',
    networks: [{ country: 'Japan', operator: 'Docomo', generation: 'LTE' }],
  })
})

test.each([
  [{ code: 1, data: null }, 'bad_response'],
  [{ code: 400108, data: null, status: 'Fail' }, 'access_denied'],
  [{ code: 400109, data: null, status: 'Fail' }, 'access_denied'],
  [{ code: 0, data: {} }, 'refused'],
])('the detail answered with %j fails as %s', async (body, kind) => {
  await expect(aProvider([anAnswer(body)], { httpUrl }).call(getCardDetail, { iccid })).rejects.toMatchObject({ kind })
})
