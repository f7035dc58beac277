import { expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { checkEsims } from '#lib/esims/commands/check-esims.ts'
import { cancellationEligibility, refreshEsimDetails } from '#lib/esims/commands/eligibility.ts'
import { readEsimRecord } from '#lib/esims/commands/esim-record.ts'
import { findEsims, getAdminEsim, listCards } from '#lib/esims/queries/admin-esims.ts'
import { esimSupportText } from '#lib/esims/rules/admin-esims.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { delivered } from '#tests/support/cancellations.ts'
import { startSale } from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const sale = duringTests(() => startSale({ TIME_SCALE: '60', RESELLER_API_HTTP_URL: '' }))

function callsTo(path: string): number {
  return sale.shop.provider.control.calls({ path }).length
}

function eventsOn(subject: string) {
  return db().auditEvent.findMany({ where: { subject }, select: { act: true, role: true, after: true } })
}

test('250 pasted numbers are three calls, with a row each and the rubbish among them named', async () => {
  const { esims } = await delivered(sale)
  const iccid = esims[0]?.iccid ?? ''
  const strangers = Array.from({ length: 249 }, (_, n) => `89990000000000${String(n).padStart(5, '0')}`)
  const before = callsTo('queryIccidInformation')

  const { calls, rows } = await checkEsims(
    await addStaff('support'),
    [iccid, 'rubbish!', ...strangers, iccid].join('\n'),
  )

  expect(calls).toBe(3)
  expect(callsTo('queryIccidInformation') - before).toBe(3)
  expect(rows).toHaveLength(252)
  expect(rows[0]).toMatchObject({ text: iccid, outcome: 'known', esim: { id: esims[0]?.id } })
  expect(rows[1]).toMatchObject({ text: 'rubbish!', outcome: 'unreadable', esim: null })
  expect(rows[2]).toMatchObject({ outcome: 'unknown', esim: null })
  expect(rows[251]).toMatchObject({ outcome: 'repeated', esim: { id: esims[0]?.id } })
  expect(JSON.stringify(rows)).not.toMatch(/eid|LPA/i)
  expect(await eventsOn('network')).toEqual([{ act: 'cards.checked', role: 'support', after: { cards: 250 } }])
})

test('a check says what was wrong with the paste, and finance may not run one', async () => {
  const support = await addStaff('support')

  await expect(checkEsims(support, ' \n ')).rejects.toMatchObject({ details: { reason: 'nothing' } })
  await expect(checkEsims(support, 'x\n'.repeat(1_001))).rejects.toMatchObject({ details: { reason: 'too_many' } })
  await expect(checkEsims(await addStaff('finance'), '8948010000000000011')).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a card is found by its whole number and by its end; finance reads the last four digits only', async () => {
  for (const _ of [1, 2, 3]) await delivered(sale)
  const { esims } = await delivered(sale)
  const { id = '', iccid = '' } = esims[0] ?? {}
  const [owner, finance] = [await addStaff('owner'), await addStaff('finance')]

  const whole = await findEsims(owner, iccid)
  const end = await findEsims(owner, iccid.slice(-9))
  const masked = await findEsims(finance, iccid)
  const listed = await listCards(finance)
  const older = await listCards(finance, { after: id })

  expect([whole.rows[0]?.id, end.rows[0]?.id, masked.rows[0]?.id, listed.rows[0]?.id]).toEqual([id, id, id, id])
  expect(older.rows.map((row) => row.id)).toEqual(listed.rows.slice(1).map((row) => row.id))
  expect(whole.rows[0]?.iccid).toBe(iccid)
  expect(JSON.stringify([masked, listed])).not.toContain(iccid)
  expect(await findEsims(owner, '12345')).toEqual({ rows: [], isReadable: false })
  expect((await findEsims(owner, '000000')).isReadable).toBe(true)
})

test('the page of a card tells what was read about its use, newest first, and its private links without their secrets', async () => {
  const sold = await delivered(sale)
  const esimId = sold.esims[0]?.id ?? ''
  const read = (usedMb: number | null, hour: number) => {
    const at = new Date(Date.UTC(2027, 0, 1, hour))

    return {
      esimId,
      orderNum: 'EP1',
      source: 'order',
      usedForm: 'number',
      usedMb,
      totalMb: 3_072,
      firstReadAt: at,
      readAt: at,
    }
  }
  await db().usageReading.deleteMany({ where: { esimId } })
  await db().usageReading.createMany({ data: [read(10, 1), read(null, 2), read(512, 3)] })
  await db().esimShare.create({
    data: { id: 'shr_1', esimId, tokenHash: 'the-token', pinHash: 'the-pin', expiresAt: new Date() },
  })

  const page = await getAdminEsim(await addStaff('finance'), esimId)

  expect(page?.readings).toMatchObject({ all: 3, isFirst: true, older: null })
  expect(page?.readings.rows.map(({ usedMb, totalMb }) => [usedMb, totalMb])).toEqual([
    [512, 3_072],
    [null, 3_072],
    [10, 3_072],
  ])
  expect(page?.shares).toMatchObject([{ id: 'shr_1', openedAt: null, endedAt: null }])
  expect(JSON.stringify(page)).not.toMatch(/the-token|the-pin/)
})

test('what was read about the use of a card is shown page by page, and nothing is left out', async () => {
  const support = await addStaff('support')
  const esimId = (await delivered(sale)).esims[0]?.id ?? ''
  const said = { esimId, orderNum: 'EP1', source: 'order', usedForm: 'number', totalMb: 3_072 }
  // Two in each minute: a page ends between them.
  const readings = Array.from({ length: 203 }, (_, n) => {
    const at = new Date(Date.UTC(2027, 0, 1, 0, n >> 1))

    return { ...said, usedMb: n, firstReadAt: at, readAt: at }
  })
  await db().usageReading.deleteMany({ where: { esimId } })
  await db().usageReading.createMany({ data: readings })

  const first = (await getAdminEsim(support, esimId))?.readings
  const second = (await getAdminEsim(support, esimId, first?.older))?.readings

  expect(first).toMatchObject({ all: 203, isFirst: true })
  expect(second).toMatchObject({ all: 203, isFirst: false, older: null })
  expect([first?.rows.length, second?.rows.length]).toEqual([200, 3])
  const used = [first, second].flatMap((page) => page?.rows.map(({ usedMb }) => usedMb))
  expect(used).toEqual(readings.map(({ usedMb }) => usedMb).reverse())
})

test('the page of a card tells its plan, the orders behind it and the age of its facts, and no code', async () => {
  const sold = await delivered(sale)
  const { id = '', iccid = '' } = sold.esims[0] ?? {}
  const support = await addStaff('support')

  const before = await cancellationEligibility(support, id)
  const read = await refreshEsimDetails(support, id)
  const after = await cancellationEligibility(support, id)
  const page = await getAdminEsim(support, id)
  const message = page ? esimSupportText(page, after.facts) : ''

  expect(before.facts.find(({ name }) => name === 'used_mb')?.ageMs).toBeNull()
  expect(read).toEqual({ isRead: true })
  expect(await eventsOn(id)).toEqual([{ act: 'card.facts_read', role: 'support', after: null }])
  expect(after.facts.find(({ name }) => name === 'used_mb')?.ageMs).toBeLessThan(60_000)
  expect(page).toMatchObject({ id, iccid, hasCode: true, openedAt: null, steps: [{ kind: 'PURCHASE', days: 7 }] })
  const orderNum = page?.steps[0]?.networkOrders[0]?.orderNum ?? ''
  expect(message).toContain(`ICCID: ${iccid}`)
  expect(message).toContain(`Order: ${orderNum}`)
  expect(message).not.toContain('@example')
  expect(JSON.stringify([page, message])).not.toContain('LPA:')
  expect(page?.customer.email).toContain('@example')
  expect(page?.signalReadAt?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  const masked = await getAdminEsim(await addStaff('finance'), id)
  expect(masked).toMatchObject({ iccid: `…${iccid.slice(-4)}`, traveller: null, customer: { id: page?.customer.id } })
  expect(JSON.stringify(masked)).not.toContain('@example')
  expect(await getAdminEsim(support, 'crd_none')).toBeNull()
})

test('the record of a card is off without its address, told with it, and refused in words of its own', async () => {
  const { esims } = await delivered(sale)
  const id = esims[0]?.id ?? ''
  const [support, { control }] = [await addStaff('support'), sale.shop.provider]

  const off = await readEsimRecord(support, id)
  await closeProvider()
  changeSettings({ RESELLER_API_HTTP_URL: process.env.RESELLER_API_URL ?? '' })
  control.changeAccount({ esimDetail: 'not-listed' })
  const unlisted = await readEsimRecord(support, id)
  control.changeAccount({ esimDetail: 'not-enabled' })
  const disabled = await readEsimRecord(support, id)
  control.changeAccount({ esimDetail: 'listed' })
  const told = await readEsimRecord(support, id)
  const { orderNum } = await db().esim.findUniqueOrThrow({ where: { id }, select: { orderNum: true } })

  expect(off).toEqual({ isOn: false })
  expect(unlisted).toMatchObject({ isOn: true, record: { isRead: false, problem: 'access_denied', code: 400108 } })
  expect(disabled).toMatchObject({ record: { isRead: false, code: 400109 } })
  expect(told).toMatchObject({
    isOn: true,
    record: { isRead: true },
    history: { isRead: true, said: [expect.objectContaining({ orderNum })] },
  })
  await expect(readEsimRecord(await addStaff('finance'), id)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await eventsOn(id)).toEqual(Array(3).fill({ act: 'card.record_asked', role: 'support', after: null }))
})
