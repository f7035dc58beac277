import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestReset, resetsQueued } from '#lib/auth/commands/reset-password.ts'
import { requestSignInLink, signInLinksQueued } from '#lib/auth/commands/sign-in-link.ts'
import { takeMail } from '#lib/auth/guess-limit.ts'
import { confirmWithdrawal, startWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { askTillNote, tellTillOpen } from '#lib/checkout/commands/till-notes.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { takeMessage } from '#lib/customers/commands/messages.ts'
import { findLinksQueued, requestFindLink } from '#lib/orders/commands/request-find-link.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { readTree } from '#tests/support/tree.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
  forgetCounters()
})

afterAll(async () => {
  forgetCounters()
  await shop.close()
})

const VICTIM = 'victim@example.com'

const mailsOf = async (ask: () => Promise<unknown>): Promise<string[]> => {
  await db().outbox.deleteMany()
  await ask().catch(() => null)
  await Promise.all([findLinksQueued(), signInLinksQueued(), resetsQueued()])
  const rows = await db().outbox.findMany({ where: { kind: { not: 'message_for_store' } } })

  return rows.map(({ kind }) => kind)
}

test('every address of ours that takes an e-mail of a visitor is one of those that are looked at here', () => {
  const routes = readTree()
    .filter(({ file }) => /^app\/(?!api\/admin).*route\.ts$/.test(file))
    .filter(({ text }) => /z\.email\(|messageBodySchema/.test(text))
    .map(({ file }) => file.replace(/^app\/api\/|\/route\.ts$/g, ''))

  // An order, and the correction of its address, mail once it was paid: see docs/security.md.
  const byPayment = ['orders', 'orders/[id]/email']
  // The first owner, by a link of the command line.
  const byOwner = ['setup']
  expect(routes.sort()).toEqual(
    [...byPayment, ...byOwner, 'account/link', 'find', 'messages', 'sign-in/reset', 'till-notes', 'withdrawals'].sort(),
  )
})

test('a stranger has nothing mailed to an address that never was here, whatever they type', async () => {
  const asked = {
    message: () =>
      takeMessage(
        { kind: 'anonymous' },
        { email: VICTIM, topic: 'other', text: 'buy my pills', locale: 'en', orderId: null, facts: {} },
        { provenEmail: null },
      ),
    note: () => askTillNote({ email: VICTIM, locale: 'en' }, { provenEmail: null }).then(tellTillOpen),
    find: () => requestFindLink({ email: VICTIM, hint: 'LF-TEST-0001' }),
    withdrawal: async () => confirmWithdrawal((await startWithdrawal({ email: VICTIM, number: 'LF-TEST-0001' })).id),
    reset: () => requestReset({ email: VICTIM, locale: 'en' }),
  }
  const sent: Record<string, string[]> = {}
  for (const [name, ask] of Object.entries(asked)) sent[name] = await mailsOf(ask)

  expect(sent).toEqual({ message: [], note: [], find: [], withdrawal: [], reset: [] })
})

test('the link that proves an address is the one mail to an unknown one: five in an hour, without a word of whoever asks', async () => {
  const ask = async () => {
    await takeMail('sign-in', VICTIM)
    await requestSignInLink({ email: VICTIM, locale: 'en' })
  }
  const kinds = await mailsOf(() => Promise.allSettled(Array.from({ length: 40 }, ask)))

  expect(kinds).toEqual(Array.from({ length: 5 }, () => 'account_link'))
})

test('whoever knows an order and its address has five links mailed there in a day, and no more', async () => {
  const { id } = await addSoldOrder({ number: 'LF-KNWN-0001', email: 'buyer@example.com' })
  await db().outbox.deleteMany()
  for (let n = 0; n < 12; n++) {
    await requestFindLink({ email: 'buyer@example.com', hint: '0001' })
    await findLinksQueued()
    // As if it were another minute.
    await db().$executeRaw`UPDATE "Outbox" SET "dedupeKey" = "dedupeKey" || ${`:${n}`} WHERE "orderId" = ${id}`
  }

  expect(await db().outbox.count({ where: { orderId: id, kind: 'find_link' } })).toBe(5)
})
