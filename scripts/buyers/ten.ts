import { type Browser, expect } from '@playwright/test'
import type { Variant, Visit } from '#scripts/buyers/visit.ts'
import {
  arriveAtCheckout,
  awaitMail,
  awaitReady,
  countryName,
  enter,
  findCountry,
  goToCheckout,
  order,
  pay,
  showCode,
  takeFirstPlan,
  takePlan,
  unfold,
} from '#scripts/buyers/ways.ts'

/** What the provider was asked to do for a buyer. */
export type Asked = { orders: number; topUps: number; cancellations: number }
type Walk = (visit: Visit, person: { email: string; lang: string; browser: Browser }) => Promise<void>
export type BuyerCase = {
  name: string
  goal: string
  asked: Asked
  /** What this buyer is by nature, whatever the others are looked at in. */
  fixed?: Partial<Variant>
  byKeyboard?: boolean
  walk: Walk
}

const ONE_ORDER: Asked = { orders: 1, topUps: 0, cancellations: 0 }
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const firstEsim: Walk = async (visit, { email, lang }) => {
  await enter(visit, lang)
  await findCountry(visit, countryName('JP', lang))
  await takeFirstPlan(visit)
  await goToCheckout(visit)
  await order(visit, email)
  await pay(visit)
  await awaitReady(visit)
  await showCode(visit)
}

const threeCountries: Walk = async (visit, { email, lang }) => {
  const { page, say } = visit
  await enter(visit, lang)
  await visit.press(page.getByRole('link', { name: say('shop.search.trip') }))
  await page.waitForURL('**/trip')
  await visit.see('trip')
  for (const code of ['JP', 'KR', 'NP']) {
    const name = countryName(code, lang)
    await visit.type(page.getByRole('combobox', { name: say('trip.picker.label') }), name)
    await visit.press(page.getByRole('option').filter({ hasText: name }).first())
    await expect(
      page
        .getByRole('list', { name: say('trip.stops.list') })
        .getByText(name)
        .first(),
    ).toBeVisible()
  }
  await visit.type(page.getByLabel(say('shop.search.arrive', 'begins')), inDays(30))
  await visit.type(page.getByLabel(say('shop.search.leave', 'begins')), inDays(40))
  const all = page.getByRole('button', { name: say('trip.mix.add') })
  await expect(all).toBeVisible()
  await visit.see('trip-answer')
  await visit.press(all)
  await visit.press(page.getByRole('link', { name: say('cart.linkCount') }))
  await page.waitForURL(/\/cart/)
  const more = page.getByRole('button', { name: say('cart.line.more') })
  await expect(more.first()).toBeEnabled()
  await visit.see('cart')
  for (const line of await more.all()) await visit.press(line)
  await visit.press(page.getByRole('link', { name: say('cart.summary.continue') }))
  await arriveAtCheckout(visit)
  await order(visit, email)
  await pay(visit)
  await awaitReady(visit)
  const esims = page.getByRole('navigation', { name: say('order.chooseCard') }).getByRole('link')
  await expect(esims).toHaveCount(4)
  await visit.press(esims.filter({ hasText: countryName('NP', lang) }).last())
  await expect(page.getByRole('article')).toContainText(countryName('NP', lang))
  await showCode(visit)
}

const doubtfulPhone: Walk = async (visit, { email, lang }) => {
  const { page, say } = visit
  await enter(visit, lang)
  const question = page
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: say('shop.home.ask.phone') }) })
  await visit.press(question.locator('summary'))
  await visit.press(question.getByRole('link'))
  await page.waitForURL('**/compatibility')
  const model = page.getByLabel(say('shop.device.label'))
  await visit.type(model, 'iPhone 8')
  await expect(page.getByText(say('shop.device.no', 'within')).first()).toBeVisible()
  await visit.see('old-phone')
  await visit.type(model, 'iPhone 13 mini')
  await expect(page.getByText(say('shop.device.yes', 'within')).first()).toBeVisible()
  await visit.see('other-phone')
  await visit.press(page.getByRole('main').getByRole('link', { name: say('layout.footer.shop.destinations') }))
  await page.waitForURL('**/destinations')
  await visit.see('destinations')
  const thailand = page.getByRole('main').getByRole('link', { name: new RegExp(`^${countryName('TH', lang)}`) })
  await visit.press(thailand.first())
  await page.waitForURL('**/destinations/*')
  await visit.see('destination')
  await takeFirstPlan(visit)
  await visit.press(page.locator('summary', { hasText: say('plan.phone.how') }))
  await visit.see('plan-phone')
  await goToCheckout(visit)
  await visit.press(page.getByRole('checkbox', { name: say('checkout.payment.device') }))
  await order(visit, email)
  await pay(visit)
  await awaitReady(visit)
}

const company: Walk = async (visit, { email, lang }) => {
  const { page, say } = visit
  const people = ['Ana Ruiz', 'Bo Lind', 'Chen Wei', 'Dana Roth', 'Eli Stone']
  await enter(visit, lang)
  await findCountry(visit, countryName('GB', lang))
  await takeFirstPlan(visit)
  for (const _ of people.slice(1))
    await visit.press(page.getByRole('button', { name: say('plan.summary.more') }).first())
  await goToCheckout(visit)
  for (const [index, name] of people.entries()) {
    await visit.type(page.getByLabel(say('checkout.plan.traveller')).nth(index), name)
  }
  await visit.press(page.getByRole('checkbox', { name: say('checkout.invoice.ask') }))
  await visit.type(page.getByLabel(say('order.invoice.company')), 'Ruiz GmbH')
  await visit.type(page.getByLabel(say('order.invoice.address')), 'Hafenstr. 7, 20359 Hamburg')
  await visit.see('checkout-filled')
  await order(visit, email)
  await pay(visit)
  await awaitReady(visit)
  await unfold(visit, 'order.receipt.heading')
  await visit.see('receipt')
  await visit.press(page.getByRole('link', { name: say('order.receipt.invoice') }))
  await page.waitForURL(/\/invoices/)
  await visit.see('invoices')
  const made = page.getByRole('main').getByRole('link', { name: say('order.invoice.number', 'begins') })
  if ((await made.count()) > 0) await visit.press(made.first())
  else {
    await expect(page.getByLabel(say('order.invoice.company'))).toHaveValue('Ruiz GmbH')
    await visit.press(page.getByRole('button', { name: say('order.invoice.make') }))
  }
  await expect(page.getByRole('heading', { level: 1, name: say('order.invoice.number') })).toBeVisible()
  await expect(page.getByText('Hafenstr. 7')).toBeVisible()
  await visit.see('invoice')
}

const declinedPayment: Walk = async (visit, { email, lang }) => {
  const { say } = visit
  await enter(visit, lang)
  await findCountry(visit, countryName('US', lang))
  await takeFirstPlan(visit)
  await goToCheckout(visit)
  await order(visit, email)
  await visit.choose(visit.page.getByLabel('Why it is declined'), 'insufficient_funds')
  await visit.press(visit.page.getByRole('button', { name: 'Decline', exact: true }))
  await visit.page.waitForURL(/\/checkout\//)
  await expect(visit.page.getByText(say('checkout.declined.heading', 'within')).first()).toBeVisible()
  await expect(visit.page.getByRole('button', { name: say('checkout.summary.order') })).toBeEnabled()
  await visit.see('declined')
  await visit.reopen()
  await enter(visit, lang)
  await findCountry(visit, countryName('US', lang))
  await takeFirstPlan(visit)
  await goToCheckout(visit)
  await order(visit, email)
  await pay(visit)
  await awaitReady(visit)
}

const lostMail: Walk = async (visit, { email, lang, browser }) => {
  const { say } = visit
  await enter(visit, lang)
  await findCountry(visit, countryName('FR', lang))
  await takeFirstPlan(visit)
  await goToCheckout(visit)
  await order(visit, email)
  await pay(visit)
  await awaitReady(visit)
  await unfold(visit, 'order.parts.manage')
  // Months later the phone shows the number of the eSIM, and nothing else is left.
  const digits = /••\u2068?(\d{4})/.exec((await visit.page.getByRole('main').textContent()) ?? '')?.[1] ?? ''
  const first = await awaitMail(email, ({ links }) => links.some((link) => link.includes('/l/')))
  await visit.page.context().clearCookies()
  await visit.reopen()
  await enter(visit, lang)
  const find = visit.page.getByRole('main').getByRole('link', { name: say('shop.home.findAction') })
  await visit.press(find)
  await visit.page.waitForURL(/\/find/)
  await visit.see('find')
  await visit.type(visit.page.getByLabel(say('find.email')), email)
  await visit.type(visit.page.getByLabel(say('find.hint')), digits)
  await visit.press(visit.page.getByRole('button', { name: say('find.send') }))
  await expect(visit.page.getByRole('heading', { name: say('find.sentHeading') })).toBeVisible()
  await visit.see('sent')
  const again = await awaitMail(
    email,
    ({ subject, links }) => subject !== first.subject && links.some((link) => link.includes('/l/')),
  )
  await visit.follow(again.links.find((link) => link.includes('/l/')) ?? '')
  await visit.page.waitForURL(/\/o\/ord_/)
  await awaitReady(visit)
  expect(browser.isConnected()).toBe(true)
}

const changedDates: Walk = async (visit, { email, lang }) => {
  const { page, say } = visit
  await enter(visit, lang)
  await visit.type(page.getByLabel(say('shop.search.arrive', 'begins')), inDays(20))
  await visit.type(page.getByLabel(say('shop.search.leave', 'begins')), inDays(24))
  await findCountry(visit, countryName('JP', lang))
  await takePlan(visit, new RegExp(say('shop.destination.why.daily', 'begins').source))
  await goToCheckout(visit)
  await visit.press(page.getByRole('link', { name: say('checkout.plan.change') }))
  await page.waitForURL(/\/plans\/pln_/)
  await visit.see('plan-again')
  await visit.type(page.getByLabel(say('shop.search.leave', 'begins')), inDays(27))
  await visit.see('plan-other-dates')
  await goToCheckout(visit)
  await visit.press(page.getByRole('button', { name: say('checkout.plan.moreDays') }))
  await expect(page.getByRole('spinbutton', { name: say('checkout.plan.days') })).toHaveValue('9')
  await expect(page.getByRole('button', { name: say('checkout.summary.order') })).toBeEnabled()
  await visit.see('checkout-one-day-more')
  await order(visit, email)
  await pay(visit)
  await awaitReady(visit)
}

const topUpAndRefund: Walk = async (visit, { email, lang }) => {
  const { page, say } = visit
  await enter(visit, lang)
  await findCountry(visit, countryName('JP', lang))
  await takeFirstPlan(visit)
  await visit.press(page.getByRole('button', { name: say('plan.summary.more') }).first())
  await goToCheckout(visit)
  await order(visit, email)
  await pay(visit)
  await awaitReady(visit)
  await unfold(visit, 'order.parts.manage')
  await visit.see('manage')
  await visit.press(page.getByRole('link', { name: say('topup.chain.topUpName') }).first())
  await page.waitForURL(/\/top-up/)
  const plans = page.getByRole('radio')
  await expect(plans.first()).toBeVisible()
  await visit.see('top-up')
  await visit.press(plans.first())
  await visit.press(page.getByRole('button', { name: say('topup.summary.continue') }))
  await arriveAtCheckout(visit)
  await order(visit, email)
  await pay(visit)
  await expect(page.getByRole('heading', { level: 1, name: say('topup.order.headline.ready') })).toBeVisible()
  await visit.see('topped-up')
  await visit.press(page.getByRole('link', { name: say('topup.order.toFirst') }))
  await awaitReady(visit)
  const esims = page.getByRole('navigation', { name: say('order.chooseCard') }).getByRole('link')
  await visit.press(esims.last())
  await unfold(visit, 'order.back.heading')
  await visit.see('refund')
  await visit.press(page.getByRole('button', { name: say('order.return.button') }))
  const yes = page.getByRole('button', { name: say('order.return.yes') })
  await expect(yes).toBeVisible()
  await visit.see('refund-sure')
  await visit.press(yes)
  await expect(page.getByText(say('order.back.returned')).first()).toBeVisible({ timeout: 90_000 })
  await visit.see('refunded')
}

/** The ten of them, by their numbers. */
export const TEN: BuyerCase[] = [
  {
    name: 'first eSIM ever',
    goal: 'the QR code on the page',
    asked: ONE_ORDER,
    fixed: { width: 360 },
    walk: firstEsim,
  },
  {
    name: 'a couple, three countries',
    goal: 'four eSIMs, two for each plan, and one of them shown',
    asked: { orders: 2, topUps: 0, cancellations: 0 },
    walk: threeCountries,
  },
  {
    name: 'a phone that may not fit',
    goal: 'an answer for each phone, then the eSIM',
    asked: ONE_ORDER,
    walk: doubtfulPhone,
  },
  { name: 'a company, five travellers', goal: 'the invoice with the company', asked: ONE_ORDER, walk: company },
  { name: 'a declined card, a closed tab', goal: 'the eSIM, paid once', asked: ONE_ORDER, walk: declinedPayment },
  { name: 'a lost mail', goal: 'the order, found again', asked: ONE_ORDER, walk: lostMail },
  { name: 'a day plan, other dates', goal: 'the eSIM for the new days', asked: ONE_ORDER, walk: changedDates },
  {
    name: 'a top-up, then a refund',
    goal: 'one eSIM topped up, the other one refunded',
    asked: { orders: 1, topUps: 1, cancellations: 1 },
    walk: topUpAndRefund,
  },
  {
    name: 'Arabic, dark',
    goal: 'the QR code on the page',
    asked: ONE_ORDER,
    fixed: { theme: 'dark', lang: 'ar' },
    walk: firstEsim,
  },
  { name: 'keyboard only', goal: 'the QR code on the page', asked: ONE_ORDER, byKeyboard: true, walk: firstEsim },
]
