import { expect, type Page } from '@playwright/test'
import { type Buyer, type Mail, openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { isAlive, opens } from '#tests/support/browser/open-page.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'

// What travellers complain about elsewhere: each is answered here in five steps or fewer.
const MAX_STEPS = 5

const GOODS = { slug: 'italy', title: 'Italy, 3 GB, 30 days', code: '380-0-30-3-G' }
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148'

let steps = 0
test.beforeEach(() => {
  steps = 0
})
test.afterEach(() => {
  expect(steps).toBeGreaterThan(0)
  expect(steps).toBeLessThanOrEqual(MAX_STEPS)
})

/** One thing that somebody does on the way from the complaint to the answer. */
async function step(name: string, action: () => Promise<unknown>): Promise<void> {
  steps += 1
  await test.step(name, action)
}

async function buy({ page, buyer }: { page: Page; buyer: Buyer }, goods: Awaited<ReturnType<typeof findGoods>>) {
  await buyer.buys(goods)

  return /LF-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
}

/** The newest link to an order that was mailed to an address, other than those known already. */
async function mailedLink(email: string, known: readonly string[] = []): Promise<string> {
  const read = async () => {
    const answer = await fetch(`${innerServers().mail}/_control/mails?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: Mail[] }

    return mails.flatMap(({ links }) => links).find((link) => link.includes('/l/') && !known.includes(link))
  }
  await expect.poll(read).toBeDefined()

  return (await read()) ?? ''
}

test('"I cannot find my QR code again": by email and the end of the ICCID, in another browser', async ({
  page,
  request,
  browser,
  buyer,
}) => {
  await buy({ page, buyer }, await findGoods(request, GOODS))
  await buyer.open()
  const ICCID = /ICCID\s+(\d{18,20})/
  await expect(page.locator('main')).toContainText(ICCID)
  const [, iccid = ''] = ICCID.exec((await page.locator('main').textContent()) ?? '') ?? []
  const known = (await buyer.mails()).flatMap(({ links }) => links)
  const phone = await (await browser.newContext()).newPage()

  await step('ask to find it', () => opens(phone, '/find'))
  await step('say who and what', async () => {
    await phone.getByLabel('Email used for the order').fill(buyer.email)
    await phone.getByLabel(/^Order number/).fill(iccid.slice(-4))
    await phone.getByRole('button', { name: 'Mail me the link' }).click()
  })
  await step('open the link', async () => phone.goto(await mailedLink(buyer.email, known)))

  await expect(phone.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()
})

test('"I typed the wrong email": corrected where it was paid, and the old link is dead', async ({
  page,
  request,
  browser,
  buyer,
}) => {
  await buy({ page, buyer }, await findGoods(request, GOODS))
  const wrong = await mailedLink(buyer.email)
  const right = `right-${buyer.email}`

  await step('see what can be changed', () => openPart(page, 'Manage'))
  await step('say that it is wrong', () => page.getByRole('button', { name: 'Correct it' }).click())
  await step('type the right one', async () => {
    await page.getByLabel('Correct email').fill(right)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved. A new link is on its way; older links no longer work.')).toBeVisible()
  })
  const elsewhere = await (await browser.newContext()).newPage()
  await step('open the new link', async () => elsewhere.goto(await mailedLink(right)))

  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your eSIM is ready')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(wrong)
  await expect(stranger).toHaveURL(/\/find\?link=unknown$/)
})

test('"The QR is on the phone that must scan it", "The one-tap link does nothing": three ways, and why a link may fail', async ({
  page,
  request,
  browser,
  buyer,
}) => {
  await buy({ page, buyer }, await findGoods(request, GOODS))
  const link = await mailedLink(buyer.email)
  await buyer.open()
  const phone = await (await browser.newContext({ userAgent: IPHONE, hasTouch: true, isMobile: true })).newPage()

  await step('open the order on the phone itself', () => phone.goto(link))
  await expect(phone.getByRole('link', { name: 'Install on this iPhone' })).toHaveAttribute(
    'href',
    /^https:\/\/esimsetup\.apple\.com\//,
  )
  await expect(phone.getByRole('link', { name: 'Save image' })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Copy: SM-DP+ Address' })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Copy: Activation Code' })).toBeVisible()

  const inside = await (await browser.newContext({ userAgent: `${IPHONE} Instagram 350.0.0.0` })).newPage()
  await step('open it inside another app', () => inside.goto(link))
  await expect(inside.getByText(/open inside another app, where install links often fail/)).toBeVisible()
  await expect(inside.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()
})

test('"I bought the wrong country": said at the till, where something can still be done', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, GOODS)

  await step('say where the trip goes', async () => {
    await opens(page, '/trip#to=it.jp')
    await expect(page.getByText('Works in: Italy').first()).toBeVisible()
  })
  await step('choose a plan for a part of it', () => buyer.choose(goods))

  await expect(page.getByText('Your trip has 2 countries, this covers 1 of them: no data in Japan.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order with obligation to pay' })).toBeEnabled()
})

test('"The clock started before I landed", "A day ended in the afternoon": both are said before paying', async ({
  page,
  request,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 1 GB every day', code: '392-0-?-1-G-D' })

  await step('open the plan with the dates of the trip', () =>
    opens(page, `/plans/${goods.planId}#arrive=2027-03-06&leave=2027-03-14`),
  )

  await expect(page.getByText('Starts', { exact: true })).toBeVisible()
  await expect(page.getByText('When activated').first()).toBeVisible()
  const clocks = page.locator('.clocks')
  await expect(clocks.getByRole('rowheader', { name: /^GMT\+8/ })).toBeVisible()
  await expect(clocks.getByRole('rowheader', { name: /^Tokyo/ })).toBeVisible()
  await expect(page.getByText(/The data ends on .+, local time/).first()).toBeVisible()
})

test('"My phone was locked", "No refund after scanning, and nobody said so": said on the plan, and again before opening', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await step('read the page of the plan', () => page.goto(`/plans/${goods.planId}`))
  await expect(page.getByText(/must support eSIM and be unlocked/).first()).toBeVisible()
  await expect(page.getByText(/until its QR code is shown/).first()).toBeVisible()
  await page.getByText('How to check').click()
  await expect(page.getByText('*#06#').first()).toBeVisible()
  await page.getByText('Can I cancel?').click()
  await expect(page.getByText(/You can cancel before showing the QR code/).first()).toBeVisible()
  await buy({ page, buyer }, goods)

  await expect(page.getByText(/Your plan (may start|starts)/).first()).toBeVisible()
  await expect(page.getByText(/Showing it starts the service and ends your right of withdrawal/).first()).toBeVisible()
  await step('see whether it can be refunded', () => openPart(page, 'Refund'))
  await step('have it cancelled before its QR code is shown', async () => {
    const panel = page.locator('#return')
    await panel.getByRole('button', { name: 'Request refund' }).click()
    await panel.getByRole('button', { name: 'Yes, request refund' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cancelled' })).toBeVisible()
    await expect(page.getByText(/\d refunded$/).first()).toBeVisible()
  })
})

test('"Download failed half-way, now it is used": no second eSIM, a person, and the facts go along', async ({
  page,
  request,
  buyer,
}) => {
  const number = await buy({ page, buyer }, await findGoods(request, GOODS))
  await buyer.open()

  await step('look for help', () => openPart(page, 'Help'))
  await step('say what the phone says', () => page.getByText('“This code has already been used”').click())
  await expect(page.getByText(/Please don’t buy a second eSIM/)).toBeVisible()
  await step('write to us', async () => {
    await page.getByRole('link', { name: 'Write to us about this order' }).click()
    await page.waitForURL(/\/contact/)
    await isAlive(page)
  })
  await expect(page.getByText(`We attach: your order ${number}`)).toBeVisible()
  await step('send it', async () => {
    await page.getByLabel('Your email').fill(buyer.email)
    await page.getByLabel('Your message').fill('The download stopped half-way, and now the code is used.')
    await page.getByRole('button', { name: 'Send message' }).click()
  })

  await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible()
  await expect(page.getByText(/Its reference is/)).toBeVisible()
})

test('"My top-up did not start": what runs, what waits, and that more would wait as well', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'spain', title: 'Spain, 2 GB, 15 days', code: '724-0-15-2-G' })
  await buy({ page, buyer }, goods)
  const order = page.url()
  await openPart(page, 'Manage')
  await page.getByRole('link', { name: 'Top up eSIM 1' }).click()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.waitForURL(/\/checkout\//)
  await buyer.order()
  await buyer.payWith('success')
  await expect(page.getByRole('heading', { level: 1, name: /^The plan is on your eSIM/ })).toBeVisible({
    timeout: 30_000,
  })
  const [first] = await provider.orders(goods.priceId)
  const iccid = first?.esims[0]?.iccid ?? 'no card'
  await provider.reportUsage({ iccid, orderNum: first?.orderNum ?? '', usedMb: 700 })

  await step('open the order', () => opens(page, order))
  await expect(page.locator('.chain')).toContainText(/on the eSIM/)
  await step('see what can be done with it', () => openPart(page, 'Manage'))
  await step('look at what is on the eSIM', () => page.getByRole('link', { name: 'Top up eSIM 1' }).click())

  const plans = page.locator('.plan-line li')
  await expect(plans).toHaveCount(2)
  await expect(plans.nth(0)).toContainText('Running')
  await expect(plans.nth(0)).toContainText('700 MB used')
  await expect(plans.nth(1)).toContainText('Waiting')
  await expect(page.getByText('It waits.')).toBeVisible()
  await expect(page.getByText(/^Updated at/)).toBeVisible()
})
