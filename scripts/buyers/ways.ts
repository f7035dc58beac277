import { expect, type Locator } from '@playwright/test'
import type { Visit } from '#scripts/buyers/visit.ts'
import type { Mail } from '#tests/support/browser/buyer.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'
import { eventually } from '#tests/support/patience.ts'

/** The language of a shop is chosen where everybody finds it: in its head, on a phone in its menu. */
export async function enter(visit: Visit, lang: string): Promise<void> {
  await visit.see('home')
  if (lang === 'en') return
  const { page } = visit
  const head = page.getByRole('banner')
  await visit.press(head.locator('summary:visible').first())
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? ''
  await visit.press(head.getByRole('link', { name, exact: true }).and(page.locator(':visible')))
  await expect(page.locator(`html[lang=${lang}]`)).toBeAttached()
  await visit.see('home-in-own-language')
}

/** What a country is called in a language, as somebody types it who speaks it. */
export const countryName = (code: string, lang: string) =>
  new Intl.DisplayNames([lang], { type: 'region' }).of(code) ?? ''

/** Looks for a country by the first letters of its name and goes to its page. */
export async function findCountry(visit: Visit, name: string): Promise<void> {
  const { page } = visit
  await visit.type(page.getByRole('combobox').first(), name.slice(0, 5))
  const first = page.getByRole('option').filter({ hasText: name }).first()
  await expect(first).toBeVisible()
  await visit.accept(first)
  await page.waitForURL('**/destinations/*')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await visit.see('destination')
}

/** Takes the plan that the destination shows first. */
export async function takeFirstPlan(visit: Visit): Promise<void> {
  const { page, say } = visit
  await visit.press(
    page
      .getByRole('main')
      .getByRole('link', { name: say('shop.ticket.choose', 'begins') })
      .first(),
  )
  await arriveAtPlan(visit)
}

/** Takes the first plan of the shown ones that a pattern names. */
export async function takePlan(visit: Visit, name: RegExp): Promise<void> {
  await visit.press(
    visit.page.getByRole('main').getByRole('link', { name }).and(visit.page.locator(':visible')).first(),
  )
  await arriveAtPlan(visit)
}

async function arriveAtPlan(visit: Visit): Promise<void> {
  await visit.page.waitForURL(/\/plans\/pln_/)
  await expect(visit.page.getByRole('heading', { level: 1 })).toBeVisible()
  await visit.see('plan')
}

const shown = (visit: Visit, target: Locator) => target.and(visit.page.locator(':visible')).first()

/** From the plan to the checkout. */
export async function goToCheckout(visit: Visit): Promise<void> {
  const { page, say } = visit
  const long = page.getByRole('button', { name: say('plan.summary.continue') })
  const short = page.getByRole('button', { name: say('plan.summary.continueShort') })
  await visit.press(shown(visit, long.or(short)))
  await arriveAtCheckout(visit)
}

export async function arriveAtCheckout(visit: Visit): Promise<void> {
  await visit.page.waitForURL(/\/checkout\/quo_|\/checkout\/?$|\/cart\/checkout/)
  await expect(visit.page.getByRole('button', { name: visit.say('checkout.summary.order') })).toBeVisible()
  await visit.see('checkout')
}

/** Fills in what the checkout asks for and orders, up to the page of the payment provider. */
export async function order(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit
  const field = page.getByLabel(say('checkout.you.email'))
  if ((await field.inputValue()) !== email) await visit.type(field, email)
  const named = (text: string) => page.getByRole('checkbox', { name: say(text) })
  const terms = named('checkout.payment.terms').or(named('topup.checkout.terms'))
  if (!(await terms.isChecked())) await visit.press(terms)
  await visit.press(page.getByRole('button', { name: say('checkout.summary.order') }))
  await page.waitForURL(/\/pay\//)
  await visit.see('payment')
}

/** The payment page of the trial is in English only, as it is none of the shop's. */
export async function pay(visit: Visit): Promise<void> {
  await visit.press(visit.page.getByRole('button', { name: 'Pay', exact: true }))
  await visit.page.waitForURL(/\/o\/ord_/)
}

export async function awaitReady(visit: Visit): Promise<void> {
  await expect(visit.page.getByRole('heading', { level: 1, name: visit.say('order.headline.ready') })).toBeVisible({
    timeout: 60_000,
  })
  await visit.see('ready')
}

/** Agrees to both sentences and has the QR code shown. */
export async function showCode(visit: Visit): Promise<void> {
  const { page, say } = visit
  await visit.press(page.getByRole('checkbox', { name: say('card.seal.serviceStarts') }))
  await visit.press(page.getByRole('checkbox', { name: say('card.seal.withdrawalEnds') }))
  await visit.press(page.getByRole('button', { name: say('card.seal.show') }))
  const code = page.getByRole('img', { name: say('card.qr.name') })
  await expect(code).toBeVisible()
  // A phone cannot scan its own screen: on it the one press stands above the picture.
  const link = page.getByRole('link', { name: say('card.install.onAndroid') })
  if (visit.isNarrow) expect((await link.boundingBox())?.y).toBeLessThan((await code.boundingBox())?.y ?? 0)
  await visit.see('qr-code')
}

/** Opens a folded part of an order's page. */
export async function unfold(visit: Visit, heading: string): Promise<void> {
  const part = visit.page.locator('summary').filter({
    has: visit.page.getByRole('heading', { level: 2, name: visit.say(heading) }),
  })
  await visit.press(part)
}

/** The first mail to an address that a test accepts, once it has come. */
export function awaitMail(email: string, isIt: (mail: Mail) => boolean): Promise<Mail> {
  return eventually(
    async () => {
      const answer = await fetch(`${innerServers().mail}/_control/mails?to=${encodeURIComponent(email)}`)
      const { mails } = (await answer.json()) as { mails: Mail[] }

      return mails.find(isIt)
    },
    (mail) => mail !== undefined,
  ) as Promise<Mail>
}
