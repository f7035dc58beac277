import { describe, expect, test } from 'vitest'
import { addAccessLink } from '#lib/auth/repository/links.ts'
import { afterAnswersDone } from '#lib/core/commands/after-answer.ts'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db } from '#lib/core/repository/client.ts'
import { openedEsim, revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { correctEmail } from '#lib/orders/commands/buyer-mails.ts'
import { exchangeLink, requestFindLink } from '#lib/orders/commands/find-link.ts'
import { guestOf, type Started, sell, startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const CONSENT = { serviceStarts: true, withdrawalEnds: true } as const

const sale = duringTests(startSale)

async function delivered(): Promise<Started & { esimId: string; iccid: string }> {
  const started = await sell(sale, { email: `Reveal-${Date.now()}@Example.com` })
  const esim = await db().esim.findFirstOrThrow({ where: { itemId: started.itemId } })

  return { ...started, esimId: esim.id, iccid: esim.iccid }
}

describe('showing a code', () => {
  test('gives what the network issued, records both consents, and asks nobody', async () => {
    const { esimId, caller, iccid } = await delivered()
    sale.shop.provider.control.clearCalls()

    const opened = await revealEsim(caller, esimId, CONSENT)

    const issued = sale.shop.provider.control
      .orders()
      .flatMap((entry) => entry.esims)
      .find((esim) => esim.iccid === iccid)
    const row = await db().esim.findUniqueOrThrow({ where: { id: esimId } })
    expect(opened.activationCode).toBe(`LPA:1$${issued?.smdp}$${issued?.matchingId}`)
    expect(opened.links?.apple).toContain(opened.activationCode)
    expect(row.revealConsent).toMatchObject(CONSENT)
    expect(row.revealedAt).not.toBeNull()
    expect(row.codeSources, 'fields of the answer that agree on it').toBe(3)
    expect(await db().outbox.count({ where: { dedupeKey: `card_opened:${esimId}` } })).toBe(1)
    expect(await db().auditEvent.count({ where: { subject: esimId, act: 'card.revealed' } })).toBe(1)
    expect(sale.shop.provider.control.calls()).toEqual([])
  })

  test('twenty times at once is one reveal', async () => {
    const { esimId, caller } = await delivered()

    const opened = await Promise.all(Array.from({ length: 20 }, () => revealEsim(caller, esimId, CONSENT)))

    expect(new Set(opened.map(({ activationCode }) => activationCode)).size).toBe(1)
    expect(await db().auditEvent.count({ where: { subject: esimId, act: 'card.revealed' } })).toBe(1)
  })

  test('is refused while the card is asked back, and to everybody else', async () => {
    const { esimId, caller } = await delivered()
    await db().esim.update({ where: { id: esimId }, data: { cancelState: 'ASKED' } })

    await expect(revealEsim(caller, esimId, CONSENT)).rejects.toMatchObject({ code: 'conflict' })
    await expect(revealEsim(guestOf('ord_other'), esimId, CONSENT)).rejects.toMatchObject({ code: 'not_found' })
    await expect(openedEsim(caller, esimId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is not possible from the database alone', async () => {
    const { esimId, caller } = await delivered()
    const row = await db().esim.findUniqueOrThrow({ where: { id: esimId } })
    const opened = await revealEsim(caller, esimId, CONSENT)

    const stored = Buffer.from(row.sealedCode ?? []).toString('latin1')
    expect(stored).not.toContain(opened.matchingId)
    expect(JSON.stringify(await db().orderEvent.findMany({ select: { data: true } }))).not.toContain(opened.matchingId)
    expect(JSON.stringify(await db().callLog.findMany({ select: { note: true, orderNum: true } }))).not.toContain(
      'LPA:',
    )
  })
})

describe('a lost link', () => {
  test('is mailed again to the address that ordered, and to no other', async () => {
    const { number, orderId } = await delivered()
    const { person } = await db().order.findUniqueOrThrow({ where: { id: orderId }, select: { person: true } })

    await requestFindLink({ email: person.email.toUpperCase(), hint: number.toLowerCase() })
    await requestFindLink({ email: 'other@example.com', hint: number })
    await requestFindLink({ email: person.email, hint: 'LF-0000-0000' })
    await afterAnswersDone()

    expect(await db().outbox.count({ where: { kind: 'find_link', orderId } })).toBe(1)
    expect(await db().outbox.count({ where: { kind: 'find_link' } })).toBe(1)
  })

  test('opens the order once it is exchanged, and only its hash is stored', async () => {
    const { orderId } = await delivered()
    const token = await addAccessLink(orderId)

    const opened = await exchangeLink(token)

    expect(opened.orderId).toBe(orderId)
    expect(await db().accessLink.count({ where: { tokenHash: hashToken(token) } })).toBe(1)
    expect(await db().guestSession.count({ where: { tokenHash: hashToken(opened.guestToken) } })).toBe(1)
    await expect(exchangeLink(`${token}x`)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a mistyped address', () => {
  test('is corrected by the browser that paid, and older links open nothing', async () => {
    const { orderId, caller } = await delivered()
    const token = await addAccessLink(orderId)

    await correctEmail(caller, orderId, 'Right@Example.com')

    const { person } = await db().order.findUniqueOrThrow({ where: { id: orderId }, select: { person: true } })
    expect(person.email).toBe('right@example.com')
    await expect(exchangeLink(token)).rejects.toMatchObject({ code: 'not_found' })
    expect(await db().outbox.count({ where: { orderId, kind: 'order_ready' } })).toBe(2)
  })

  test('is not open any more to the browser of whoever read the mail at the wrong address', async () => {
    const { orderId, caller } = await delivered()
    const { guestToken } = await exchangeLink(await addAccessLink(orderId))
    const stranger = { session: { tokenHash: hashToken(guestToken) }, orderId }
    expect(await db().guestGrant.count({ where: stranger })).toBe(1)

    await correctEmail(caller, orderId, 'right@example.com')

    expect(await db().guestGrant.count({ where: stranger })).toBe(0)
  })

  test('stays as it is once a code was shown, and for a browser that came by a link', async () => {
    const { orderId, caller, esimId } = await delivered()
    const byLink = { ...caller, grants: caller.grants.map((grant) => ({ ...grant, grant: 'link' as const })) }
    await expect(correctEmail(byLink, orderId, 'a@example.com')).rejects.toMatchObject({ code: 'not_found' })
    await revealEsim(caller, esimId, CONSENT)

    await expect(correctEmail(caller, orderId, 'a@example.com')).rejects.toMatchObject({ code: 'conflict' })
  })
})
