import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentCaller } from '#lib/auth/caller.ts'
import { shareCookie } from '#lib/auth/customer-session.ts'
import { db } from '#lib/core/repository/client.ts'
import { openedEsim } from '#lib/esims/commands/reveal-esim.ts'
import { openShare, takeShareBack } from '#lib/esims/commands/shares.ts'
import { getSharedEsim } from '#lib/esims/queries/shares.ts'
import { getEsimDates } from '#lib/esims/queries/usage.ts'
import { jar } from '#tests/support/request-context.ts'
import { given, travellerOf } from '#tests/support/shares.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop({ PUBLIC_URL: 'https://shop.example' })
})

afterAll(() => shop.close())

/** Types the PIN of a share in the browser of this test, which keeps the cookie it is given. */
async function typePin(share: { token: string; made: { pin: string } }): Promise<string[]> {
  const cookie = await shareCookie(await openShare({ token: share.token, pin: share.made.pin }))
  const [, name = '', value = ''] = /^([\w-]+)=([^;]+)/.exec(cookie) ?? []
  jar.set(name, value)

  return value.split('.')
}

async function shownHere(share: { token: string }): Promise<string> {
  return (await getSharedEsim(await currentCaller(), share.token, new Date())).kind
}

test('a browser holds several eSIMs that were given to it, each by its own PIN, and loses the one that is taken back', async () => {
  const [first, second, third] = [await given(), await given(), await given()]

  await typePin(first)
  const cookie = await typePin(second)
  expect(await typePin(second)).toHaveLength(cookie.length)

  expect(await Promise.all([first, second, third].map(shownHere))).toEqual(['open', 'open', 'locked'])
  await takeShareBack(first.buyer, first.made.id)
  expect(await Promise.all([first, second].map(shownHere))).toEqual(['ended', 'open'])
  await expect(openedEsim(await currentCaller(), first.esimId)).rejects.toMatchObject({ code: 'not_found' })
  // What opens nothing any more is not carried along.
  expect(await typePin(third)).toHaveLength(2)
})

test('somebody who was given an eSIM has its dates for a calendar, without the order', async () => {
  const share = await given()
  await db().esim.update({ where: { id: share.esimId }, data: { activateBefore: '2027-06-30' } })
  const traveller = await travellerOf(share)

  const dates = await getEsimDates(traveller, share.esimId, new Date())

  expect(dates).toMatchObject({ order: null, installBy: new Date('2027-06-30T15:59:00Z') })
  expect(await getEsimDates(traveller, (await given()).esimId, new Date())).toBeNull()
  expect((await getEsimDates(share.buyer, share.esimId, new Date()))?.order?.id).toBe(share.orderId)
})
