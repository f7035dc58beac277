import { expect, type Page, type Route } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { buys, entersAsOwner, readsAgain } from '#tests/support/browser/owner.ts'
import { callerOf } from '#tests/support/browser/store-under-test.ts'

/** Where the address of an order is corrected. */
const CORRECTION = /\/api\/admin\/orders\/[^/]+\/email/

/** Keeps what is sent to an address waiting, until it is let through. */
async function holdsBack(page: Page, address: string | RegExp): Promise<{ letThrough: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })

  return { letThrough: resolve }
}

test('what is checked for customers is what is made, and a list of them outlasts another destination', async ({
  page,
}) => {
  await entersAsOwner(page)
  await opens(page, '/admin/orders/new?destination=japan')
  const customers = page.getByLabel('Name, email')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  const make = page.getByRole('button', { name: /^Make the order|^Make \d+ orders/ })
  await customers.fill('Ana Ruiz, ana@example.com')
  await page.getByRole('checkbox', { name: /terms/ }).check()
  const count = page.getByLabel('eSIMs per order')
  await count.press('End')
  await count.press('Backspace')
  await count.pressSequentially('2')
  await expect(count).toHaveValue('2')
  await count.fill('21')
  await expect(page.getByText('1 to 20 eSIMs fit into an order.')).toBeVisible()
  await check.click()
  await expect(count).toBeFocused()
  await count.fill('2')

  const held = await holdsBack(page, '**/api/admin/orders/check')
  await check.click()
  await customers.fill('Ben Roth, ben@example.com')
  const answer = page.waitForResponse('**/api/admin/orders/check')
  held.letThrough()
  await answer
  await expect(check).toBeVisible()
  await expect(make).toHaveCount(0)
  await check.click()
  await expect(page.getByRole('region', { name: 'Checked, nothing bought yet' })).toContainText('ben@example.com')
  await expect(make).toBeVisible()

  await page.getByLabel('Destination').selectOption({ label: 'Portugal' })
  await expect(page).toHaveURL(/destination=portugal/)
  await expect(make).toHaveCount(0)
  await expect(customers).toHaveValue('Ben Roth, ben@example.com')
})

test('an answer to a message that a colleague has closed stays where it was typed', async ({ page, browser }) => {
  await entersAsOwner(page)
  const email = `twice-${Date.now()}@example.com`
  const call = await callerOf(page)
  const writes = (text: string) =>
    call('/api/messages', { email, topic: 'other', text, locale: 'en', orderId: null, facts: {} })
  await writes('Is anybody there?')
  const colleague = await (await browser.newContext()).newPage()
  await entersAsOwner(colleague)
  await page.clock.install()
  for (const one of [page, colleague]) {
    await opens(one, `/admin/messages?q=${encodeURIComponent(email)}`)
  }
  const message = page.locator('main section', { hasText: 'Is anybody there?' }).last()
  const answer = message.getByLabel(/^Answer/)
  await answer.fill('We are here, and this took a while to write.')

  await colleague.getByRole('button', { name: 'Close without an answer' }).click()
  await expect(colleague.getByRole('button', { name: 'Close without an answer' })).toHaveCount(0)
  await writes('I am here still.')
  await readsAgain(page)
  await expect(page.getByText('I am here still.')).toBeVisible()
  await expect(answer).toHaveValue('We are here, and this took a while to write.')
  await message.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('This message has been closed in the meantime.')).toBeVisible()
  await readsAgain(page)
  await expect(answer).toHaveValue('We are here, and this took a while to write.')

  // Nor is it thrown away by a link that was pressed by mistake.
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await expect(answer).toHaveValue('We are here, and this took a while to write.')
  await colleague.context().close()
})

test('of two who edit a promotion, neither loses what was typed', async ({ page, browser }) => {
  await entersAsOwner(page)
  const code = `TWO${Date.now()}`
  await opens(page, '/admin/pricing/promotions')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Name for staff').fill('Autumn')
  await page.getByLabel('Percent off').fill('10')
  await page.getByRole('button', { name: 'Make promotion' }).click()
  await expect(page.getByRole('row', { name: code })).toBeVisible()
  const colleague = await (await browser.newContext()).newPage()
  await entersAsOwner(colleague)
  for (const one of [page, colleague]) {
    await opens(one, `/admin/pricing/promotions?q=${code}`)
    await one.getByRole('link', { name: `Edit ${code}` }).click()
    await expect(one.getByLabel('Code', { exact: true })).toHaveValue(code)
  }
  const name = page.getByLabel('Name for staff')
  const save = page.getByRole('button', { name: 'Save changes' })
  await name.fill('Winter')
  // A search would take the form along.
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page).toHaveURL(/edit=/)
  await expect(name).toHaveValue('Winter')
  await page.getByLabel('Percent off').fill('12')
  await colleague.getByLabel('Name for staff').fill('Spring')
  await colleague.getByRole('button', { name: 'Save changes' }).click()
  await expect(colleague.getByRole('row', { name: code })).toContainText('Spring')

  await save.click()
  const both = page.locator('.notice', { hasText: 'has been changed since you began' })
  await expect(both).toContainText('Spring')
  await expect(both).toContainText('Winter')
  await expect(name).toHaveValue('Winter')
  await expect(page.getByLabel('Percent off')).toHaveValue('12')
  await both.getByRole('button', { name: 'Keep mine' }).click()
  await save.click()
  await expect(page.getByRole('row', { name: code })).toContainText('Winter')
  await expect(page.getByRole('row', { name: code })).toContainText('12')
  await page.getByRole('button', { name: `End ${code}` }).click()
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `End ${code}` })).toBeFocused()
  await colleague.context().close()
})

test('the own profile comes to life as it was drawn', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await entersAsOwner(page)
  await opens(page, '/admin/profile')
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a browser that keeps nothing shows the back office all the same', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError')
      },
    }),
  )
  await entersAsOwner(page)
  await opens(page, '/admin')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByRole('checkbox').uncheck()
  await expect(keys.getByRole('checkbox')).not.toBeChecked()
})

test('columns are said to be kept once the last choice is', async ({ page }) => {
  await entersAsOwner(page, 'columns@example.com')
  await opens(page, '/admin/customers')
  await page.getByText('Columns', { exact: true }).click()
  const [first, second] = await page.locator('.a-menu').getByRole('checkbox').all()
  const status = page.locator('.a-menu').getByRole('status')
  await expect(status).toHaveText('Kept for you, on every device.')
  const answers: Route[] = []
  await page.route('**/api/admin/columns', (route) => {
    answers.push(route)
  })
  await first?.uncheck()
  await expect(status).not.toHaveText('Kept for you, on every device.')
  await second?.uncheck()
  await answers[0]?.continue()
  await expect.poll(() => answers.length).toBe(2)
  await expect(status).not.toHaveText('Kept for you, on every device.')
  await answers[1]?.continue()
  await expect(status).toHaveText('Kept for you, on every device.')

  await page.getByRole('heading', { level: 1 }).click()
  await expect(status).toBeHidden()
  await page.getByText('Columns', { exact: true }).click()
  await status.click()
  await page.keyboard.press('Escape')
  await expect(status).toBeHidden()
  await expect(page.locator('.a-menu summary')).toBeFocused()
})

test('a dialog keeps what is typed, and its button works, whatever comes between', async ({ page, request, buyer }) => {
  await buys(request, buyer)
  const number = /LF-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
  await entersAsOwner(page)
  await opens(page, `/admin/orders?q=${number}`)
  const opener = page.getByRole('button', { name: 'Correct', exact: true }).first()
  await opener.click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel(/^Reason/)
  await reason.fill('a reason that somebody marks with the mouse')
  const box = await reason.boundingBox()
  if (!box) throw new Error('The field is not shown.')
  await page.mouse.move(box.x + 60, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(5, box.y + 10, { steps: 5 })
  await page.mouse.up()
  await expect(reason).toHaveValue('a reason that somebody marks with the mouse')

  await dialog.getByLabel(/email/i).fill('other@example.com')
  const held = await holdsBack(page, CORRECTION)
  const press = dialog.locator('button[type=submit]')
  await press.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await opener.click()
  await expect(press).toHaveAttribute('aria-disabled', 'true')
  held.letThrough()
  await expect(dialog.getByRole('status')).toContainText('Done')
  await dialog.getByRole('button', { name: 'Close' }).click()

  // The password is asked for when whoever pressed has left: nothing is carried out later in their name.
  await page.unroute(CORRECTION)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(CORRECTION, async (route) => {
    await promise
    await route.fulfill({ status: 403, json: { error: { code: 'forbidden', details: { reason: 'prove_again' } } } })
  })
  await opener.click()
  await reason.fill('a second thought')
  await dialog.getByLabel(/email/i).fill('second@example.com')
  await press.click()
  await page.keyboard.press('Escape')
  const asked = page.waitForResponse(CORRECTION)
  resolve()
  await asked
  await page.unroute(CORRECTION)
  await opener.click()
  await expect(dialog).toHaveCount(1)
  await expect(press).not.toHaveAttribute('aria-disabled')
  await reason.fill('a third thought')
  await dialog.getByLabel(/email/i).fill('third@example.com')
  await press.click()
  await expect(dialog.getByRole('status')).toContainText('Done')
  await dialog.getByRole('button', { name: 'Close' }).click()

  // What was said of a wrong password is not said again when it is asked for anew.
  await page.route(CORRECTION, (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'forbidden', details: { reason: 'prove_again' } } } }),
  )
  await opener.click()
  await reason.fill('a fourth thought')
  await dialog.getByLabel(/email/i).fill('fourth@example.com')
  await press.click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(proof.getByText('The password is wrong.')).toBeVisible()
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await press.click()
  await expect(proof.getByLabel('Password')).toBeVisible()
  await expect(proof.getByText('The password is wrong.')).toHaveCount(0)
})

test('whoever acts on ticked rows by keys stays among them', async ({ page, request, buyer }) => {
  await buys(request, buyer)
  const number = /LF-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
  await entersAsOwner(page)
  await opens(page, '/admin/orders?tab=all')
  const bar = page.getByRole('toolbar')
  await page.locator(`[data-tick="${number}"]`).check()
  await bar.getByLabel('Tag').fill('by keys')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tagged: 1 of 1')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.locator(`[data-tick="${number}"]`).check()
  await bar.getByRole('button', { name: 'Clear' }).focus()
  await page.keyboard.press('Enter')
  await expect(bar).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('what is pressed twice in the palette is done once, and what is typed on while it is sent stays', async ({
  page,
  request,
  buyer,
}) => {
  await buys(request, buyer)
  const number = /LF-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
  await entersAsOwner(page)
  await opens(page, `/admin/orders?q=${number}`)
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/api/admin/orders/bulk')) sent.push(one.url())
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(number)
  const resend = page.getByRole('option', { name: 'Resend the link to the order' })
  await expect(resend).toBeVisible()
  const held = await holdsBack(page, '**/api/admin/orders/bulk')
  await resend.dblclick()
  held.letThrough()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('done', { ignoreCase: true })
  expect(sent).toHaveLength(1)
  await page.keyboard.press('Escape')

  const note = page.getByLabel('Note for the team')
  await note.fill('first')
  const notes = await holdsBack(page, /\/api\/admin\/orders\/[^/]+\/notes/)
  await note.press('Enter')
  await note.pressSequentially(' and second')
  notes.letThrough()
  await expect(page.getByText('first', { exact: true })).toBeVisible()
  await expect(note).toHaveValue('first and second')
})

test('the menu of the account closes by its key, and with what it leads to', async ({ page }) => {
  await entersAsOwner(page)
  await opens(page, '/admin')
  const menu = page.locator('.a-account')
  const summary = menu.locator('summary')
  await summary.click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('link').first()).toBeHidden()
  await expect(summary).toBeFocused()
  await summary.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu.getByRole('link').first()).toBeHidden()
  await summary.click()
  await menu.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page).toHaveURL(/audit/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(menu.getByRole('link').first()).toBeHidden()
})

test('what is copied is copied without a clipboard too, and else it says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await entersAsOwner(page)
  await opens(page, '/admin/staff')
  await page.getByRole('textbox', { name: 'Email' }).fill(`copied-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'Make an invitation' }).click()
  const copy = page.getByRole('button', { name: 'Copy' })
  await copy.click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  await expect(copy).toBeFocused()
  await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
  await copy.click()
  await expect(page.getByText('Not copied: mark the text yourself.')).toBeVisible()
})

test('an action that is being typed stays what it was, whatever a colleague does meanwhile', async ({
  page,
  request,
  buyer,
}) => {
  await buys(request, buyer)
  const orderId = /ord_[0-9A-Z]+/.exec(page.url())?.[0] ?? ''
  await entersAsOwner(page)
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel(/^Reason/)
  const colleague = await page.context().newPage()
  await page.clock.install()
  for (const one of [page, colleague]) await opens(one, `/admin/orders/${orderId}`)
  await page.getByRole('button', { name: 'Give', exact: true }).click()
  await reason.fill('the plan was slow all week')
  await colleague.getByRole('button', { name: 'Choose eSIMs' }).click()
  await colleague.getByRole('dialog').getByRole('checkbox').check()
  await colleague
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('the customer cancelled the trip')
  await colleague.getByRole('dialog').getByRole('button', { name: 'Return eSIMs' }).click()
  await expect(colleague.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible()
  await readsAgain(page)
  await expect(page.getByRole('button', { name: 'Choose eSIMs', includeHidden: true })).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: 'Goodwill refund' })).toBeVisible()
  await expect(reason).toHaveValue('the plan was slow all week')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toHaveCount(0)

  await page.locator('main a[href^="/admin/customers/"]').first().click()
  const block = page.getByRole('button', { name: 'Block from buying' })
  await block.click()
  await reason.fill('three payments were disputed')
  const call = await callerOf(colleague)
  const { pathname } = new URL(page.url())
  await call(`/api${pathname}/block`, { isBlocked: true, reason: 'I was first' })
  await readsAgain(page)
  await expect(page.getByText('I was first')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Block from buying' })).toBeVisible()
  await expect(reason).toHaveValue('three payments were disputed')
  await dialog.getByRole('button', { name: 'Block from buying' }).click()
  await expect(dialog.getByRole('heading', { name: 'Block from buying' })).toBeVisible()
  await dialog.getByRole('button', { name: /^(Leave|Close)$/ }).click()
  await expect(page.getByRole('button', { name: 'Let buy again' })).toBeFocused()
})
