import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods, type Goods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { launchOptions } from '#tests/support/browser/launch-options.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'
import { callerOf } from '#tests/support/browser/store-under-test.ts'
import { type PushBrowser, startPushService, subscribeBrowser } from '#tests/support/push-service.ts'

// The browser without windows shows no notifications.
test.use({ launchOptions: launchOptions({ isWhole: true }) })

const PORT = Number(process.env.E2E_PUSH_PORT)
const TELL = 'Tell me on this device'

/**
 * Has a page subscribe at a push service of ours: the Chromium of a test has none. Keys are real, and everything else of
 * the browser is its own: worker, permission, notifications.
 */
async function subscribeAt(page: Page, { target }: PushBrowser): Promise<void> {
  await page.addInitScript((json) => {
    const read = () => sessionStorage.getItem('subscription')
    const make = () => ({
      endpoint: json.endpoint,
      toJSON: () => json,
      unsubscribe: async () => sessionStorage.removeItem('subscription'),
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (read() === null ? null : make()),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        sessionStorage.setItem('subscription', applicationServerKey)

        return make()
      },
    })
  }, target)
}

/** Orders by calls and opens the order's page, where the payment is awaited. Returns how to pay. */
async function orderOf(page: Page, { planId }: Goods): Promise<() => Promise<void>> {
  const call = await callerOf(page)
  const { quote } = await call<{ quote: { id: string } }>('/api/quotes', { planId, count: 1, locale: 'en' })
  const { orderId, payUrl } = await call<{ orderId: string; payUrl: string }>('/api/orders', {
    items: [{ quoteId: quote.id, travellers: [] }],
    email: 'listener@example.com',
    consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
  })
  await page.goto(`/o/${orderId}`)

  return async () => {
    await page.request.post(payUrl, { form: { success: '1' }, maxRedirects: 0 })
  }
}

type Registration = { registrationId: string; scopeURL: string; isDeleted: boolean }

/** What the browser knows of its workers, as its own tools see it. */
async function watchWorkers(context: BrowserContext, page: Page) {
  const tools: CDPSession = await context.newCDPSession(page)
  const known = new Map<string, Registration>()
  tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: Registration[] }) => {
    for (const one of registrations) known.set(one.registrationId, one)
  })
  await tools.send('ServiceWorker.enable')

  return {
    living: () => [...known.values()].filter(({ isDeleted }) => !isDeleted),
    deliver: async (data: string) => {
      const [one] = [...known.values()].filter(({ isDeleted }) => !isDeleted)
      if (!one) throw new Error('No worker is registered.')
      const { registrationId, scopeURL } = one
      await tools.send('ServiceWorker.deliverPushMessage', { origin: new URL(scopeURL).origin, registrationId, data })
    },
  }
}

test('a buyer who asked on the page of a waiting order is told on the device, and a press on that opens the order', async ({
  page,
  context,
  request,
}) => {
  const service = await startPushService(PORT)
  const browser = subscribeBrowser(service)
  await context.grantPermissions(['notifications'])
  await subscribeAt(page, browser)
  const workers = await watchWorkers(context, page)
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  const pay = await orderOf(page, goods)
  const order = page.url()
  const tick = page.getByLabel(TELL)

  await expect(tick).not.toBeChecked()
  expect(workers.living()).toEqual([])
  await tick.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(tick).toBeChecked()
  expect(workers.living().map(({ scopeURL }) => scopeURL)).toEqual([order])
  await fitsPhone(page)
  await passesCheckInBothColorSchemes(page)

  await pay()
  await expect(page.getByRole('heading', { level: 1, name: 'Your eSIM is ready' })).toBeVisible()
  await expect.poll(() => service.deliveries.length).toBe(1)
  const [delivery] = service.deliveries
  if (!delivery) throw new Error('Nothing was delivered.')
  const message = browser.read(delivery)
  await workers.deliver(JSON.stringify(message))
  await expect
    .poll(() => shownOn(page))
    .toMatchObject([{ title: 'Your eSIM is ready', body: message.body, lang: 'en' }])

  // On another page, so that none of the order is open.
  await page.goto('/find')
  expect(await pressIn(context)).toBe(order)

  await page.goto(order)
  await openPart(page, 'Manage')
  await expect(tick).toBeChecked()
  await fitsPhone(page)
  await passesCheckInBothColorSchemes(page)
  await tick.click()
  await expect(tick).not.toBeChecked()
  await expect.poll(() => workers.living()).toEqual([])
  await page.reload()
  await openPart(page, 'Manage')
  await expect(tick).not.toBeChecked()
  await service.close()
})

/** The notifications that the worker of the page's order shows. */
function shownOn(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready

    return (await registration.getNotifications()).map(({ title, body, lang }) => ({ title, body, lang }))
  })
}

type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (address: string) => Promise<void> }
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
  dispatchEvent: (event: Event) => boolean
}

/** Has a notification pressed, and returns where its worker leads. A browser lets it open a window after a true press only. */
async function pressIn(context: BrowserContext): Promise<string> {
  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/order-news.js'))
  if (!worker) throw new Error('The worker does not run.')

  return worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('Nothing is shown.')

    return new Promise<string>((resolve) => {
      scope.clients.openWindow = async (address) => resolve(address)
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    })
  })
}

test('a browser that refuses, fails or cannot says so or stays silent, and nothing is kept of it', async ({
  page,
  request,
  browser,
}) => {
  const own = subscribeBrowser({ url: `http://127.0.0.1:${PORT}` })
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem('allowed') ?? 'default' })
    Notification.requestPermission = async () => {
      const answer = (sessionStorage.getItem('answer') ?? 'granted') as NotificationPermission
      sessionStorage.setItem('allowed', answer)

      return answer
    }
  })
  await subscribeAt(page, own)
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await orderOf(page, goods)
  const tick = page.getByLabel(TELL)
  const kept: string[] = []
  page.on('request', (one) => void (/\/browsers$/.test(one.url()) && kept.push(one.method())))

  await page.route('**/browsers', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await tick.click()
  await expect(page.getByText('We do not know whether that was saved.')).toBeVisible()
  await expect(tick).not.toBeChecked()
  await page.unroute('**/browsers')

  kept.length = 0
  await page.evaluate(() => sessionStorage.setItem('answer', 'denied'))
  await tick.click()
  await expect(page.getByText('Your browser blocks notifications. Allow them in its settings.')).toBeVisible()
  await expect(tick).toBeDisabled()
  expect(kept).toEqual([])
  await passesCheckInBothColorSchemes(page)

  // As on an iPhone outside of the installed shop.
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const unable = await context.newPage()
  await unable.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await unable.goto(page.url(), { waitUntil: 'networkidle' })
  await expect(unable.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(unable.getByLabel(TELL)).toHaveCount(0)
  await context.close()
})
