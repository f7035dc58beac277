'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Place } from '#components/esims/top-up/top-up-chooser.tsx'
import { TopUpSummary, useTopUp } from '#components/esims/top-up/top-up-summary.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { FocusedHeading } from '#components/ui/focused-heading.tsx'
import { Notice, type Tone } from '#components/ui/notice.tsx'
import { Ticket, TicketPart } from '#components/ui/ticket.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { call } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import { plainCode } from '#lib/core/rules/typed-text.ts'
import type { CheckedSim } from '#lib/esims/client/physical-sims.ts'
import type { TopUpPlan } from '#lib/esims/client/top-ups.ts'
import type { checkPhysicalSimCall } from '#lib/esims/schema.ts'

// What was on the eSIM before is nobody's business here, and so is when a new plan on it can begin.
const START = { kind: 'unknown', from: null } as const

/** From a card number to the checkout: type it, see what the eSIM takes, choose. */
export function CheckPanel({ shopHref, practice }: { shopHref: string; practice: string | null }) {
  const check = useCheck(toLocale(useLocale()))
  const { esim } = check
  const forget = () => {
    check.forget()
    // The button that was pressed is gone with the eSIM.
    requestAnimationFrame(focusNumber)
  }
  // A choice belongs to one eSIM: the next one starts without any.
  if (esim?.answer === 'takes') return <EsimPanel esim={esim} onOther={forget} />

  return (
    <div className="stack max-w-152">
      <NumberForm check={check} practice={practice} />
      <NoAnswer check={check} shopHref={shopHref} />
    </div>
  )
}

function EsimPanel({ esim, onOther }: { esim: CheckedSim; onOther: () => void }) {
  const t = useTranslations('simcards.check')
  const { esimId, places, brandName: brand } = esim
  const last4 = esim.last4 ?? ''
  const topUp = useTopUp(esimId, toLocale(useLocale()), true)

  return (
    <div className="columns">
      <div>
        <FocusedHeading>{brand ? t('brand', { brand, last4 }) : t('card', { last4 })}</FocusedHeading>
        <p className="soft mb-4">{t('takesHint')}</p>
        <CheckedPlaces places={places} chosen={topUp.choice?.plan.id ?? null} onChoose={topUp.choose} />
        <p className="actions mt-5">
          <Button size="small" onClick={onOther}>
            {t('another')}
          </Button>
        </p>
      </div>
      <aside className="side side-flush">
        <TopUpSummary last4={last4} start={START} topUp={topUp} esim="sim" />
      </aside>
    </div>
  )
}

type CheckedPlacesProps = {
  places: CheckedSim['places']
  chosen: string | null
  onChoose: (plan: TopUpPlan) => void
}

/** What an eSIM takes, place by place, what it is made for open at first. Places without plans are only named. */
function CheckedPlaces({ places, chosen, onChoose }: CheckedPlacesProps) {
  const t = useTranslations('simcards.check')
  const withPlans = places.filter(({ plans }) => plans.length > 0)
  const others = places.filter(({ plans }) => plans.length === 0)

  return (
    <>
      {withPlans.map((place, index) => (
        <Place
          key={place.name}
          id={`place-${index}`}
          {...{ place, chosen, onChoose }}
          countries={(place.countryCount ?? 0) < 2 ? null : t('countries', { count: place.countryCount ?? 0 })}
          isOpen={index === 0}
        />
      ))}
      {others.length > 0 ? (
        <div className="mt-5">
          <p className="soft">{t('also')}</p>
          <ul className="stack gap-2 mt-2">
            {others.map(({ name, iso2 }) => (
              <li key={name} className="flex items-center gap-3">
                <Flag iso2={iso2} size="small" lazy={false} />
                {name}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

/** Why a number led to nothing to choose: unknown, nothing fits, asked too often, or nobody answered. */
function NoAnswer({ check, shopHref }: { check: Check; shopHref: string }) {
  const t = useTranslations('simcards.check')

  return (
    <div role="status" aria-live="polite" className="empty:hidden">
      {check.isLoading ? <p className="soft">{t('asking')}</p> : null}
      {check.esim?.answer === 'unknown' ? (
        <Said tone="wait" title={t('unknownTitle')}>
          {t('unknown')}
        </Said>
      ) : null}
      {check.esim?.answer === 'takes_nothing' ? (
        <Said tone="wait" title={t('nothingTitle')}>
          {t('nothing')}{' '}
          <ButtonLink size="small" className="mt-3" href={shopHref}>
            {t('eSim')}
          </ButtonLink>
        </Said>
      ) : null}
      {check.failure ? <Failed failure={check.failure} /> : null}
    </div>
  )
}

function Failed({ failure }: { failure: NonNullable<Check['failure']> }) {
  const t = useTranslations('simcards.check')
  const { code, reference } = failure
  if (code === 'rate_limited') {
    return (
      <Said tone="wait" title={t('limitTitle')}>
        {t('limit', { minutes: failure.waitMinutes })}
      </Said>
    )
  }
  if (code === 'bad_input') return <Notice tone="wait">{t('noNumber')}</Notice>
  if (code === 'offline') return <Notice tone="wait">{t('offline')}</Notice>
  if (code === 'upstream_unavailable') {
    return (
      <Said tone="wait" title={t('noAnswerTitle')}>
        {t('noAnswer')}
      </Said>
    )
  }

  return (
    <Notice tone="bad">
      {t('internal')} {reference ? t('reference', { reference }) : null}
    </Notice>
  )
}

function Said({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }) {
  return (
    <Notice tone={tone}>
      <b className="block">{title}</b>
      {children}
    </Notice>
  )
}

const LONGEST = 40
const FIELD = 'card-number'

type NumberFormProps = {
  check: Check
  /** A number that the practice network knows, in a trial shop. */
  practice: string | null
}

/** Puts the cursor where the number is typed. */
function focusNumber(): void {
  document.getElementById(FIELD)?.focus()
}

/** Where the number of an eSIM is typed. What is no number is said here and asked of nobody. */
function NumberForm({ check, practice }: NumberFormProps) {
  const t = useTranslations('simcards.check')
  const isOnline = useOnline()
  const [number, setNumber] = useState('')
  const [isWrong, setIsWrong] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isNumber = /^\d{10,22}$/.test(plainCode(number).replaceAll('-', ''))
    setIsWrong(!isNumber)
    if (!isNumber) return focusNumber()
    check.ask(number)
  }

  return (
    <Ticket>
      <form noValidate onSubmit={submit}>
        <TicketPart className="stack p-6">
          <TextField
            id={FIELD}
            className="num"
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST}
            label={t('label')}
            hint={t('hint')}
            error={isWrong ? t('noNumber') : null}
            value={number}
            onChange={(event) => {
              setNumber(event.target.value)
              setIsWrong(false)
            }}
          />
          <Button type="submit" tone="primary" wide disabled={check.isLoading || !isOnline}>
            {check.isLoading ? t('asking') : t('submit')}
          </Button>
          {isOnline ? null : (
            <p className="small soft" role="status">
              {t('offline')}
            </p>
          )}
          {practice ? (
            <p className="small soft">
              {t.rich('trial', {
                number: () => (
                  <bdi dir="ltr" className="whitespace-nowrap">
                    {practice}
                  </bdi>
                ),
              })}
            </p>
          ) : null}
        </TicketPart>
      </form>
    </Ticket>
  )
}

/** A card number on its way to an answer. What was answered stays until another number is asked for. */
function useCheck(locale: Locale) {
  const { run, isSending, answer, failure, clear } = useSending((number: string) =>
    call<typeof checkPhysicalSimCall>('POST /api/sim-cards/check', { body: { number, locale } }),
  )

  return { esim: answer, failure, isLoading: isSending, ask: (number: string) => void run(number), forget: clear }
}

type Check = ReturnType<typeof useCheck>
