import { describe, expect, test } from 'vitest'
import { currentCaller } from '#lib/auth/caller.ts'
import { shareCookie } from '#lib/auth/customer-session.ts'
import { revokeLinks } from '#lib/auth/repository/links.ts'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db } from '#lib/core/repository/client.ts'
import { openedEsim, revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { nameEsim, openShare, shareEsim, swapShare, takeShareBack } from '#lib/esims/commands/shares.ts'
import { refreshUsage } from '#lib/esims/commands/usage.ts'
import { getSharedEsim, getShares } from '#lib/esims/queries/shares.ts'
import { getEsimDates } from '#lib/esims/queries/usage.ts'
import { listSharedEsims } from '#lib/esims/repository/shares.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { jar } from '#tests/support/request-context.ts'
import { guestOf } from '#tests/support/sale.ts'
import { given, tokenOf, travellerOf, unrevealed } from '#tests/support/shares.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'

duringTests(() => startShop({ PUBLIC_URL: 'https://shop.example' }))

describe('shares', () => {
  const CONSENT = { serviceStarts: true, withdrawalEnds: true } as const
  const NOBODY = { kind: 'anonymous' } as const

  /** A PIN that is surely wrong. */
  function wrongPin(pin: string): string {
    return String((Number(pin) + 1) % 1_000_000).padStart(6, '0')
  }

  async function stateOf(esimId: string, isUsed = false): Promise<string | undefined> {
    return (await getShares([esimId], { isUsed: () => isUsed, now: new Date() }))[esimId]?.state
  }

  async function eventsOf(orderId: string): Promise<string[]> {
    const rows = await db().orderEvent.findMany({ where: { orderId }, orderBy: { id: 'asc' } })

    return rows.map(({ kind }) => kind)
  }

  describe('giving one eSIM to one person', () => {
    test('shows link and PIN once: of both the database has hashes alone', async () => {
      const { made, token, esimId, orderId } = await given()
      const row = await db().esimShare.findUniqueOrThrow({ where: { id: made.id } })
      const events = await db().orderEvent.findMany({ where: { orderId } })
      const stored = JSON.stringify([row, events.map(({ data }) => data)])

      expect(made.url).toMatch(/^https:\/\/shop\.example\/e\/[\w-]{43}$/)
      expect(made.pin).toMatch(/^\d{6}$/)
      expect(row.tokenHash).toBe(hashToken(token))
      expect(stored).not.toContain(token)
      expect(stored).not.toContain(made.pin)
      expect(stored).not.toContain('Luca')
      expect((await db().esim.findUniqueOrThrow({ where: { id: esimId } })).travellerName).toBe('Luca Ruiz')
    })

    test('is for one person at a time, also for four presses at once', async () => {
      const { esimId, buyer } = await unrevealed()

      const answers = await Promise.allSettled(Array.from({ length: 4 }, () => shareEsim(buyer, esimId, null)))

      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await db().esimShare.count({ where: { esimId } })).toBe(1)
    })

    test('is possible for its buyer alone, and not while it goes back', async () => {
      const { esimId, buyer } = await unrevealed()

      for (const other of [NOBODY, guestOf('ord_other')]) {
        await expect(shareEsim(other, esimId, null)).rejects.toMatchObject({ code: 'not_found' })
        await expect(nameEsim(other, esimId, 'Eve')).rejects.toMatchObject({ code: 'not_found' })
      }
      await db().esim.update({ where: { id: esimId }, data: { cancelState: 'ASKED' } })
      await expect(shareEsim(buyer, esimId, null)).rejects.toMatchObject({ details: { reason: 'return_asked' } })
    })

    test('lets the buyer see how far it is, also in the history of the order', async () => {
      const share = await given()
      const { esimId, orderId, buyer } = share
      const seen = [await stateOf(esimId)]

      const traveller = await travellerOf(share)
      seen.push(await stateOf(esimId))
      await revealEsim(traveller, esimId, CONSENT)
      seen.push(await stateOf(esimId), await stateOf(esimId, true))

      expect(seen).toEqual(['sent', 'opened', 'revealed', 'first_data'])
      const history = (await getOrderPage(buyer, orderId))?.history ?? []
      expect(history.map(({ kind }) => kind)).toEqual(['shared', 'share_opened', 'revealed'])
      expect(history.at(-1)?.data).toEqual({ by: 'share' })
    })
  })

  describe('the link of one eSIM', () => {
    test('asks for the PIN, and tells nothing before', async () => {
      const { token } = await given()

      expect(await getSharedEsim(NOBODY, token, new Date())).toEqual({ kind: 'locked' })
      expect(await getSharedEsim(NOBODY, 'x'.repeat(43), new Date())).toEqual({ kind: 'unknown' })
    })

    test('shows its card without price, address, order and other cards', async () => {
      const share = await given()
      const traveller = await travellerOf(share)
      const shown = await getSharedEsim(traveller, share.token, new Date())
      const order = await db().order.findUniqueOrThrow({ where: { id: share.orderId }, include: { person: true } })

      expect(shown).toMatchObject({ kind: 'open', esim: { id: share.esimId, travellerName: 'Luca Ruiz' } })
      const text = JSON.stringify(shown)
      for (const secret of [order.person.email, order.number, order.id, '1089', '10.89', 'USD', 'price']) {
        expect(text).not.toContain(secret)
      }
      expect(await getOrderPage(traveller, share.orderId)).toBeNull()
    })

    test('opens its own card and no other: not that of another link, not with the session of another', async () => {
      const share = await given()
      const other = await given()
      const traveller = await travellerOf(share)

      expect(await getSharedEsim(traveller, other.token, new Date())).toEqual({ kind: 'locked' })
      await expect(revealEsim(traveller, other.esimId, CONSENT)).rejects.toMatchObject({ code: 'not_found' })
      await expect(openedEsim(traveller, other.esimId)).rejects.toMatchObject({ code: 'not_found' })
      await expect(refreshUsage(traveller, other.esimId)).rejects.toMatchObject({ code: 'not_found' })
      await expect(shareEsim(traveller, share.esimId, null)).rejects.toMatchObject({ code: 'not_found' })
      await expect(takeShareBack(traveller, share.made.id)).rejects.toMatchObject({ code: 'not_found' })
    })

    test('records the consent of the traveller as theirs, and tells the buyer', async () => {
      const share = await given()
      const opened = await revealEsim(await travellerOf(share), share.esimId, CONSENT)
      const row = await db().esim.findUniqueOrThrow({ where: { id: share.esimId } })

      expect(opened.matchingId).toBe('MATCHING-ID')
      expect(row.revealedBy).toBe(`share:${share.made.id}`)
      expect(row.revealConsent).toMatchObject(CONSENT)
      expect(await db().outbox.count({ where: { dedupeKey: `card_opened:${share.esimId}` } })).toBe(1)
    })
  })

  describe('another person', () => {
    test('gets another link before the reveal; the old one is dead, in the browser that had opened it too', async () => {
      const share = await given()
      const session = await openShare({ token: share.token, pin: share.made.pin })
      const former = await travellerOf(share)

      const made = await swapShare(share.buyer, share.made.id, 'Ben')

      expect(await getSharedEsim(former, share.token, new Date())).toEqual({ kind: 'ended', end: 'swapped' })
      await expect(openShare({ token: share.token, pin: share.made.pin })).rejects.toMatchObject({ code: 'gone' })
      expect(await listSharedEsims([session])).toEqual([])
      // What was asked for under the old link a moment before is refused as well.
      await expect(revealEsim(former, share.esimId, CONSENT)).rejects.toMatchObject({ code: 'not_found' })
      const ben = await travellerOf({ token: tokenOf(made.url), made })
      expect(await getSharedEsim(ben, tokenOf(made.url), new Date())).toMatchObject({ esim: { travellerName: 'Ben' } })
      // Also once the person after them has opened it.
      await revealEsim(ben, share.esimId, CONSENT)
      await expect(revealEsim(former, share.esimId, CONSENT)).rejects.toMatchObject({ code: 'not_found' })
      await expect(openedEsim(former, share.esimId)).rejects.toMatchObject({ code: 'not_found' })
    })

    test('does not get an eSIM whose code was opened', async () => {
      const share = await given()
      await revealEsim(share.buyer, share.esimId, CONSENT)

      await expect(swapShare(share.buyer, share.made.id, 'Ben')).rejects.toMatchObject({
        details: { reason: 'opened' },
      })
      expect(await stateOf(share.esimId)).toBe('revealed')
    })
  })

  describe('a link ends', () => {
    test('when it is taken back', async () => {
      const share = await given()
      const session = await openShare({ token: share.token, pin: share.made.pin })

      await takeShareBack(share.buyer, share.made.id)
      await takeShareBack(share.buyer, share.made.id)

      expect(await listSharedEsims([session])).toEqual([])
      expect(await getSharedEsim(NOBODY, share.token, new Date())).toEqual({ kind: 'ended', end: 'taken_back' })
      expect(await eventsOf(share.orderId)).toEqual(['shared', 'share_opened', 'share_taken_back'])
    })

    test('when it is half a year old', async () => {
      const share = await given()
      const session = await openShare({ token: share.token, pin: share.made.pin })
      await db().esimShare.update({ where: { id: share.made.id }, data: { expiresAt: new Date(Date.now() - 1000) } })

      expect(await listSharedEsims([session])).toEqual([])
      expect(await getSharedEsim(NOBODY, share.token, new Date())).toEqual({ kind: 'ended', end: 'expired' })
      await expect(openShare({ token: share.token, pin: share.made.pin })).rejects.toMatchObject({ code: 'gone' })
      // The eSIM can be given away again.
      expect((await shareEsim(share.buyer, share.esimId, null)).id).not.toBe(share.made.id)
    })

    test('when the address of the order is corrected: whoever read the old one may have made it', async () => {
      const share = await given()
      await db().$transaction((tx) => revokeLinks(share.orderId, tx))

      expect(await getSharedEsim(NOBODY, share.token, new Date())).toEqual({ kind: 'ended', end: 'taken_back' })
    })

    test('after five wrong PINs, and the buyer is told once by mail', async () => {
      const share = await given()
      const wrong = { token: share.token, pin: wrongPin(share.made.pin) }

      for (const left of [4, 3, 2, 1]) {
        await expect(openShare(wrong)).rejects.toMatchObject({ code: 'bad_input', details: { left } })
      }
      await expect(openShare(wrong)).rejects.toMatchObject({ code: 'gone', details: { reason: 'closed' } })
      await expect(openShare(wrong)).rejects.toMatchObject({ code: 'gone' })

      // The right one comes too late.
      await expect(openShare({ token: share.token, pin: share.made.pin })).rejects.toMatchObject({ code: 'gone' })
      expect(await stateOf(share.esimId)).toBe('closed')
      const mails = await db().outbox.findMany({ where: { orderId: share.orderId, kind: 'share_closed' } })
      expect(mails).toHaveLength(1)
      expect(await eventsOf(share.orderId)).toEqual(['shared', 'share_closed'])
    })

    test('not by four wrong ones: the right PIN forgets them', async () => {
      const share = await given()
      const wrong = { token: share.token, pin: wrongPin(share.made.pin) }
      for (let n = 0; n < 4; n++) await openShare(wrong).catch(() => undefined)

      await openShare({ token: share.token, pin: share.made.pin })

      await expect(openShare(wrong)).rejects.toMatchObject({ details: { left: 4 } })
    })
  })
})

describe('share browser', () => {
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

    const dates = await getEsimDates(traveller, share.esimId, { now: new Date(), locale: 'es' })

    expect(dates).toMatchObject({ order: null, destination: 'Japón', installBy: new Date('2027-06-30T15:59:00Z') })
    expect(await getEsimDates(traveller, (await given()).esimId, { now: new Date(), locale: 'en' })).toBeNull()
    expect((await getEsimDates(share.buyer, share.esimId, { now: new Date(), locale: 'en' }))?.order?.id).toBe(
      share.orderId,
    )
  })
})
