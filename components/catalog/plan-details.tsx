import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { CancellationText } from '#components/cancellations/cancellation-text.tsx'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { NetworkList } from '#components/catalog/coverage.tsx'
import { KnownPhone } from '#components/catalog/known-phone.tsx'
import { formatAmount } from '#components/catalog/listed-plan.ts'
import { deviceLabels, knownPhoneLabels } from '#components/catalog/plan-labels.ts'
import { PlanTerms } from '#components/catalog/plan-ticket.tsx'
import { PhoneCheckbox, ThisPhone } from '#components/catalog/this-phone.tsx'
import { CANCEL_ANSWERS, pricePerGb } from '#components/catalog/to-listed-plan.ts'
import { esimWord } from '#components/esims/top-up/top-up-path.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Fold } from '#components/ui/fold.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { Price } from '#components/ui/price.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

const PHONE = 'M34 8h28a5 5 0 0 1 5 5v54a5 5 0 0 1-5 5H34a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5zM44 66h8'

/** Drawn on 96 by 80: a code that is scanned, a profile that is added on Wi-Fi, a phone that is connected on arrival. */
const PARTS = {
  scan: {
    line: 'M36 24v-6h6M60 24v-6h-6M36 48v6h6M60 48v6h-6',
    fill: 'M40 26h7v7h-7zM49 26h7v7h-7zM40 39h7v7h-7zM50 40h3v3h-3zM54 43h3v4h-3z',
  },
  add: {
    line: 'M38 26a15 15 0 0 1 20 0M42 31a9 9 0 0 1 12 0M41 46l5 5 9-10',
    fill: 'M48 34.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  },
  connect: {
    line: 'M20 30a16 16 0 0 0 0 20M12 24a27 27 0 0 0 0 32M76 30a16 16 0 0 1 0 20M84 24a27 27 0 0 1 0 32',
    fill: 'M37 44h4v8h-4zM43 38h4v14h-4zM49 32h4v20h-4zM55 26h4v26h-4z',
  },
} as const

/** A step of the installation as a picture; the words stand beside it. */
function InstallPicture({ of }: { of: keyof typeof PARTS }) {
  const { line, fill } = PARTS[of]

  return (
    <svg
      className="mb-2 block max-h-24 w-full fill-none stroke-ink-soft stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
      viewBox="0 0 96 80"
      aria-hidden="true"
    >
      <path d={PHONE} />
      <path className="stroke-signal" d={line} />
      <path className="fill-signal stroke-none" d={fill} />
    </svg>
  )
}

type PlanDetail = { icon: IconName; name: string; value: ReactNode }

type PlanDetailListProps = { locale: Locale; plan: ShopPlan; money: PriceFormat; others: ReactNode }

/** The plan's own answers as a list, what nobody has stated in one row at its end, and its words as the provider wrote them. */
export async function PlanDetailList({ locale, plan, money, others }: PlanDetailListProps) {
  const says = await getTranslations({ locale, namespace: 'plan.says' })
  const cancel = await getTranslations({ locale, namespace: 'cancel' })
  const { days } = planCancellation(plan)
  const { term } = plan
  const perGb = pricePerGb(plan)
  const clock = clockOf(plan)
  // `null`: nobody has stated it.
  const written = (subject: RegExp) => (mentions(plan, subject) ? says('written') : null)
  const detail = (icon: IconName, name: string, value: ReactNode): PlanDetail => ({ icon, name, value })

  const details = [
    detail(
      'globe',
      says('networks'),
      plan.networks?.length ? <NetworkList locale={locale} networks={plan.networks} /> : null,
    ),
    term.kind === 'day_pass'
      ? detail('info', says('speedAfter', { amount: formatAmount(plan.amount, locale) }), written(/\d\s*[km]bps/i))
      : detail('info', says('speed'), written(/\d\s*[km]bps/i)),
    detail('info', says('hotspot'), written(/hotspot|tethering/i)),
    detail('clock', says('clock'), clock === 'unknown' ? null : says(`clocks.${clock}`)),
    detail('plus', says('topUp'), says(plan.canTopUp ? 'yes' : 'no')),
    detail('back', cancel('heading'), cancel(`short.${CANCEL_ANSWERS[plan.cancelRule]}`, { days })),
    term.kind === 'day_pass'
      ? detail('payment', says('perDay'), <Price minor={plan.price.minor} money={money} isMetric />)
      : perGb && detail('payment', says('perGb'), <Price minor={perGb.minor} money={money} isMetric />),
  ].filter((one) => one !== null)
  const unstated = details.filter(({ value }) => value === null).map(({ name }) => name)
  const names = new Intl.ListFormat(intlTag(locale), { style: 'narrow' }).format(unstated)
  const facts = [
    ...details.filter(({ value }) => value !== null),
    ...(names === ''
      ? []
      : [detail('unknown', names, <span className="soft whitespace-nowrap">{says('notStated')}</span>)]),
  ]

  return (
    <section className="question">
      <h2>{says('title')}</h2>
      <dl className="plan-facts columns-2 gap-x-10 small:columns-1 [&_.icon]:text-ink-soft [&_.networks]:justify-end">
        {facts.map(({ icon, name, value }) => (
          <div
            key={name}
            className="flex min-h-11.5 break-inside-avoid items-center justify-between gap-x-4 gap-y-3 border-b border-line py-1.5"
          >
            <dt className="flex items-center gap-2.5 text-ink-soft">
              <Icon name={icon} />
              {name}
            </dt>
            <dd className="text-end font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        {plan.words.length > 0 ? (
          <Fold title={says('words')}>
            <PlanTerms words={plan.words} />
          </Fold>
        ) : null}
        {others}
      </div>
    </section>
  )
}

type OtherPlansProps = { locale: Locale; plans: { id: string; name: string; price: ReactNode }[] }

/** The other sizes of the same destination, one press away. */
export async function OtherPlans({ locale, plans }: OtherPlansProps) {
  const t = await getTranslations({ locale, namespace: 'plan' })
  if (plans.length === 0) return null

  return (
    <Fold title={t('siblings')}>
      <ul>
        {plans.map(({ id, name, price }) => (
          <li key={id}>
            <a className="flex min-h-11 items-center justify-between gap-4" href={localePath(locale, `/plans/${id}`)}>
              <bdi>{name}</bdi>
              <b className="num text-ink">{price}</b>
            </a>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** Whether the phone will do: by one press on the phone itself, else by a test that takes ten seconds. */
export async function PhoneQuestion({ locale, own }: { locale: Locale; own: DeviceFamily[] }) {
  const t = await getTranslations({ locale, namespace: 'plan.phone' })
  const device = await getTranslations({ locale, namespace: 'shop.device' })
  const marks = {
    strong: (chunks: ReactNode) => <b className="text-ink">{chunks}</b>,
    code: (chunks: ReactNode) => (
      <bdi dir="ltr" className="num font-bold text-ink">
        {chunks}
      </bdi>
    ),
  }

  return (
    <section className="question">
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <KnownPhone labels={await knownPhoneLabels(locale)} />
      <ThisPhone
        labels={await deviceLabels(locale)}
        own={own}
        label={device('own')}
        unknown={device.rich('ownUnknown', {
          a: (chunks) => (
            <a className="text-link" href={localePath(locale, '/compatibility')}>
              {chunks}
            </a>
          ),
        })}
      />
      <Fold title={t('how')}>
        <p>
          <b lang="en">iPhone:</b> {t.rich('iphone', marks)}
        </p>
        <p>
          <b lang="en">Android:</b> {t.rich('android', marks)}
        </p>
        <PhoneCheckbox label={t('tick')} />
      </Fold>
    </section>
  )
}

/** The way from the receipt to the first page on the road, in three pictures. */
export async function InstallSteps({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'plan.install' })

  return (
    <section className="question">
      <h2>{t('title')}</h2>
      <ol className="grid grid-cols-3 gap-4 text-center text-[0.9375rem]/[1.35]">
        {(['scan', 'add', 'connect'] as const).map((step) => (
          <li key={step}>
            <InstallPicture of={step} />
            {t(step)}
          </li>
        ))}
      </ol>
      <a className="text-link block" href={localePath(locale, '/help')}>
        {t('guide')}
      </a>
    </section>
  )
}

/** A question with its answer, as it is shown and as plain text. */
type Question = { question: string; text: string; shown?: ReactNode }

/** Returns what buyers ask, answered from the plan's own facts. */
export async function planQuestions(locale: Locale, plan: ShopPlan): Promise<Question[]> {
  const t = await getTranslations({ locale, namespace: 'plan' })
  const ask = await getTranslations({ locale, namespace: 'plan.ask' })
  const cancel = await getTranslations({ locale, namespace: 'cancel' })
  const { term } = plan
  const { reason, days, terms } = planCancellation(plan)
  const answer = cancel(reason, { days, esim: esimWord(null) })
  const ends = (count: number) => ask('ends', { days: t('days', { count, n: String(count) }) })
  const daily = term.kind === 'day_pass' ? `${ask('outs.daily')} ` : ''

  return [
    { question: ask('install'), text: ask(`installs.${clockOf(plan)}`) },
    ...(term.kind === 'fixed' ? [{ question: ask('end'), text: ends(term.days) }] : []),
    { question: ask('out'), text: daily + ask(plan.canTopUp ? 'outs.topUp' : 'outs.another') },
    {
      question: ask('cancel'),
      text: terms === '' ? answer : `${answer} ${cancel.markup('terms', { words: () => terms })}`,
      shown: <CancellationText plan={plan} />,
    },
    { question: ask('number'), text: ask('numberText') },
  ]
}

/** The questions of a plan, each with its answer folded. */
export async function PlanQuestions({ locale, questions }: { locale: Locale; questions: readonly Question[] }) {
  const ask = await getTranslations({ locale, namespace: 'plan.ask' })

  return (
    <section className="question">
      <h2>{ask('title')}</h2>
      <div>
        {questions.map(({ question, text, shown }) => (
          <Fold key={question} title={question}>
            {shown ?? text}
          </Fold>
        ))}
      </div>
    </section>
  )
}

function clockOf(plan: ShopPlan): 'picked' | 'atOnce' | 'unknown' {
  if (plan.needsStartDate) return 'picked'

  return plan.startsAtOnce === true ? 'atOnce' : 'unknown'
}

/** The words are shown as they stand; this only keeps us from calling unstated what they state. */
function mentions(plan: ShopPlan, subject: RegExp): boolean {
  return plan.words.some((item) => subject.test(item))
}

/** What a plan costs, by the day where it is sold so. */
export async function PlanPrice({ locale, plan, money }: { locale: Locale; plan: ShopPlan; money: PriceFormat }) {
  const t = await getTranslations({ locale, namespace: 'plan.howMany' })
  const isDaily = plan.term.kind === 'day_pass'

  return (
    <Price
      minor={plan.price.minor}
      money={money}
      isMetric={isDaily}
      text={isDaily ? (t.raw('aDay') as string) : undefined}
    />
  )
}

type GonePlanProps = {
  locale: Locale
  destination: { slug: string; name: string }
  /** The plan there that is most like it, with its name; `null` where nothing is on sale. */
  nearest: { plan: ShopPlan; name: string } | null
  money: PriceFormat
}

/** Where an old link to a plan leads: to the plan most like it, and to all plans of the same place. */
export async function GonePlan({ locale, destination, nearest, money }: GonePlanProps) {
  const t = await getTranslations({ locale, namespace: 'plan.gone' })

  return (
    <div className="narrow stack py-16">
      <h1 className="text-(length:--s5)">{t('title')}</h1>
      <p className="soft">{t('text')}</p>
      {nearest ? (
        <p>
          {t.rich('nearest', {
            plan: () => (
              <a className="text-link" href={localePath(locale, `/plans/${nearest.plan.id}`)}>
                <bdi>{nearest.name}</bdi>,{' '}
                <bdi>
                  <PlanPrice locale={locale} plan={nearest.plan} money={money} />
                </bdi>
              </a>
            ),
          })}
        </p>
      ) : null}
      <p>
        <ButtonLink tone="primary" href={localePath(locale, `/destinations/${destination.slug}`)}>
          {t('action', { name: destination.name })}
        </ButtonLink>
      </p>
    </div>
  )
}
