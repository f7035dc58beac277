import { expect, type Page } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test as journey } from '#tests/support/browser/other-journey.ts'
import { startOtherStore } from '#tests/support/browser/other-store.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'
import { type StripeStandIn, startStripeStandIn } from '#tests/support/stripe-stand-in/server.ts'

const KEYS = { secretKey: 'sk_test_form', webhookSecret: 'whsec_form' }
/** So long the page of the payment waits for its form before it offers another try. */
const FORM_PATIENCE_MS = 15_000
const JAPAN = { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' }

/** A store that takes cards in a form in its own page. */
const test = journey.extend<object, { stripe: StripeStandIn }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern.
    async ({}, use) => {
      const stripe = await startStripeStandIn(KEYS)
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  other: [
    async ({ stripe }, use) => {
      const other = await startOtherStore({
        PAYMENT_PROVIDERS: 'stripe,test',
        STRIPE_SECRET_KEY: KEYS.secretKey,
        STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_form',
        STRIPE_API_BASE: stripe.url,
      })
      await use(other)
      await other.close()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

test('a card pays in the page of the shop, whose policy lets its form in and nothing else', async ({
  page,
  request,
  buyer,
  provider,
  stripe,
}) => {
  const refused: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())))
  await standInForScripts(page, stripe)
  const goods = await findGoods(request, JAPAN)
  await page.setViewportSize({ width: 360, height: 800 })
  await buyer.choose(goods)
  await buyer.order()

  await page.waitForURL(/\/checkout\/quo_\w+\/pay\?order=ord_/)
  const form = page.frameLocator('iframe')
  await expect(form.getByRole('button', { name: 'Pay by card' })).toBeVisible()
  await expect(page.getByText(/^Order LF-.*\$/)).toBeVisible()
  await expect(page.getByText('Loading the payment form')).toHaveCount(0)
  await fitsPhone(page)
  await passesCheckInBothColorSchemes(page)
  expect(await (await page.request.get(page.url())).text()).not.toMatch(/sk_test|_secret_/)
  await form.getByRole('button', { name: 'Pay by card' }).click()
  await buyer.awaitReady()

  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect([...stripe.world.intents.values()].map(({ status }) => status)).toEqual(['succeeded'])
  expect(refused).toEqual([])
})

test('a form that is held back says so, charges nothing, and opens at another try', async ({
  page,
  request,
  buyer,
  stripe,
}) => {
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await buyer.choose(await findGoods(request, JAPAN))
  await buyer.order()

  await expect(page.getByRole('alert').filter({ hasText: 'You haven’t been charged' })).toBeVisible()
  await passesCheckInBothColorSchemes(page)
  await page.unroute('https://js.stripe.com/**')
  await standInForScripts(page, stripe)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Pay by card' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'charged' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Back to the checkout' }).click()
  await page.waitForURL(/\/checkout\/quo_\w+$/)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(buyer.email)
})

test('a form that takes longer than its buyer waits opens once, at the other try', async ({
  page,
  request,
  buyer,
  stripe,
}) => {
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  await standInForScripts(page, stripe, isHeld)
  await page.clock.install()
  await buyer.choose(await findGoods(request, JAPAN))
  const asked = page.waitForRequest('https://js.stripe.com/**')
  await buyer.order()

  await asked
  await page.clock.fastForward(FORM_PATIENCE_MS)
  const again = page.waitForResponse('**/payment-form')
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  release()

  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Pay by card' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ hasText: 'charged' })).toHaveCount(0)
})

test('the page of a paid order leads on to the order', async ({ page, request, buyer, stripe }) => {
  await standInForScripts(page, stripe)
  await buyer.choose(await findGoods(request, JAPAN))
  await buyer.order()
  await page.waitForURL(/\/pay\?order=/)
  const address = page.url()
  await page.frameLocator('iframe').getByRole('button', { name: 'Pay by card' }).click()
  await buyer.awaitReady()
  const order = page.url()

  await page.goto(address)

  await expect(page).toHaveURL(order)
})

/** Answers in the place of Stripe's hosts: the script that our page loads, and the form that it puts there. */
async function standInForScripts(page: Page, stripe: StripeStandIn, isHeld = Promise.resolve()): Promise<void> {
  await page.route('https://js.stripe.com/*/stripe.js', async (route) => {
    await isHeld
    await route.fulfill({ contentType: 'text/javascript', body: `(${script})()` })
  })
  await page.route('https://checkout.stripe.com/form*', (route) =>
    route.fulfill({ contentType: 'text/html', body: FORM }),
  )
  await page.route('https://checkout.stripe.com/paid*', async (route) => {
    const secret = new URL(route.request().url()).search.slice(1)
    const session = [...stripe.world.sessions.values()].find(({ client_secret }) => client_secret === secret)
    if (!session) return route.fulfill({ status: 404 })
    stripe.buyer.pay(session.id)
    await route.fulfill({ body: session.return_url ?? '' })
  })
}

const FORM = `<!doctype html><title>Card</title><button>Pay by card</button><script>
  document.querySelector('button').onclick = async () => {
    const answer = await fetch('/paid' + location.search)
    window.top.location = await answer.text()
  }
</script>`

/** In the page: what Stripe's script does as far as our page knows. */
function script() {
  let isOpen = false
  const open = async ({ fetchClientSecret }: { fetchClientSecret: () => Promise<string> }) => {
    if (isOpen) throw new Error('You cannot have multiple Embedded Checkout objects.')
    isOpen = true
    const frame = document.createElement('iframe')
    frame.title = 'Card'
    frame.src = `https://checkout.stripe.com/form?${await fetchClientSecret()}`

    const close = () => {
      isOpen = false
      frame.remove()
    }

    return { mount: (place: Element) => place.append(frame), destroy: close }
  }
  Object.assign(window, { Stripe: Object.assign(() => ({ createEmbeddedCheckoutPage: open }), { version: 'endive' }) })
}
