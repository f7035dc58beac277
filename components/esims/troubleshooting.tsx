'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { esimNetworksQuery } from '#lib/esims/client/esims.ts'
import { messageDraft } from '#lib/orders/client/message-draft.ts'
import type { Network } from '#lib/settings/rules/shop.ts'

const STEPS = ['line', 'data', 'roaming', 'apn', 'network', 'restart', 'left'] as const
type Step = (typeof STEPS)[number]
type Answer = { step: Step; said: 'yes' | 'no' }

type TroubleshootingProps = {
  destination: string
  iccidLast4: string
  /** What this plan says; null where it says nothing. */
  apn: string | null
  networks: Network[] | null
  /** The eSIM whose record the network tells, where it tells it at all. */
  asksAbout?: string | null
  writeHref: string
}

/** What to try without service, one question at a time. The answers go along when nothing helps. */
export function Troubleshooting(props: TroubleshootingProps) {
  const { destination, iccidLast4, apn, networks, asksAbout = null, writeHref } = props
  const t = useTranslations('card.ladder')
  const [answers, setAnswers] = useState<Answer[]>([])
  const [isFixing, setIsFixing] = useState(false)
  const [works, setWorks] = useState(false)
  const step = STEPS[answers.length]
  const operators = networks?.map(({ operator }) => operator).join(', ') ?? null

  // What this plan says nothing about is asked in other words.
  const isUnstated = (step === 'apn' && !apn) || (step === 'network' && !operators)
  const key = isUnstated ? (`${step}Unknown` as 'apnUnknown' | 'networkUnknown') : step
  const answer = (said: Answer['said']) => {
    if (step) setAnswers([...answers, { step, said }])
    setIsFixing(false)
  }
  const write = () => {
    const items = answers.map(({ step: asked, said }) => `${t(`${asked}.short`)}: ${t(said)}`)
    messageDraft.set([t('letter', { destination, last4: iccidLast4 }), '', ...items, '', ''].join('\n'))
  }

  return (
    <Panel className="no-print ladder" id="no-service">
      <h2>{t('heading')}</h2>
      {answers.length > 0 ? (
        <ol className="mb-4">
          {answers.map(({ step: asked, said }, index) => (
            <li key={asked} className="flex items-center justify-between gap-4 border-b border-line py-1 text-ink-soft">
              <span>{t(`${asked}.short`)}</span>
              <button
                type="button"
                className="text-link min-h-11 min-w-11 text-end"
                onClick={(event) => {
                  keepAction(event)
                  setAnswers(answers.slice(0, index))
                }}
              >
                {t(said)}
                <span className="sr-only">, {t('change')}</span>
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      <div className="stack" role="status">
        {works ? (
          <p>{t('works')}</p>
        ) : step ? (
          <>
            <p>
              <b>
                {key
                  ? t.rich(`${key}.ask`, { destination, apn: apn ?? '', networks: operators ?? '', code: isolated })
                  : null}
              </b>
            </p>
            {isFixing && key ? <p>{t(`${key}.fix`)}</p> : null}
            {asksAbout && step === 'network' ? <EsimNetworks esimId={asksAbout} /> : null}
          </>
        ) : (
          <p>{t('end')}</p>
        )}
      </div>
      <div className="actions mt-4">
        {works ? (
          <Button
            size="small"
            onClick={(event) => {
              keepAction(event)
              setWorks(false)
            }}
          >
            {t('notYet')}
          </Button>
        ) : step ? (
          <>
            {isFixing ? null : (
              <Button
                onClick={(event) => {
                  keepAction(event)
                  answer('yes')
                }}
              >
                {t('yes')}
              </Button>
            )}
            <Button
              onClick={(event) => {
                keepAction(event)
                if (isFixing) answer('no')
                else setIsFixing(true)
              }}
            >
              {t(isFixing ? 'tried' : 'no')}
            </Button>
            {isFixing || answers.length > 0 ? (
              <Button
                onClick={(event) => {
                  keepAction(event)
                  setWorks(true)
                }}
              >
                {t('itWorks')}
              </Button>
            ) : null}
          </>
        ) : (
          <ButtonLink tone="ink" href={writeHref} onClick={write}>
            <Icon name="mail" />
            {t('write')}
          </ButtonLink>
        )}
      </div>
    </Panel>
  )
}

function keepAction({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  keepPlace(currentTarget, '.ladder > .actions .btn')
}

/** A name or number in its own direction. */
function isolated(labels: ReactNode) {
  return <bdi className="ltr num">{labels}</bdi>
}

/** The networks of an eSIM by country, from the network's own record, asked when somebody wants to know. */
function EsimNetworks({ esimId }: { esimId: string }) {
  const t = useTranslations('card.ladder.networks')
  const locale = useLocale()
  const [isWanted, setIsWanted] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({ ...esimNetworksQuery(esimId, locale), enabled: isWanted })
  const box = useRef<HTMLDivElement>(null)

  const ask = () => {
    // The button goes away; the answer comes in its place.
    box.current?.focus()
    setIsWanted(true)
    if (isWanted) void refetch()
  }
  const asks = (chunks: string) => (
    <>
      <OnlineButton size="small" onClick={ask}>
        {chunks}
      </OnlineButton>
    </>
  )

  return (
    <div className="stack gap-3" ref={box} tabIndex={-1}>
      {isFetching ? (
        <p className="soft">{t('asking')}</p>
      ) : isError ? (
        <>
          <p className="soft">{t('failed')}</p>
          <p>{asks(t('again'))}</p>
        </>
      ) : data ? (
        <ByCountry countries={data.countries} />
      ) : (
        <p>{asks(t('ask'))}</p>
      )}
    </div>
  )
}

function ByCountry({ countries }: { countries: { country: string; networks: Network[] }[] | null }) {
  const t = useTranslations('card.ladder.networks')
  if (!countries) return <p className="soft">{t('none')}</p>

  return (
    <dl className="pairs">
      {countries.map(({ country, networks }) => (
        <div key={country}>
          <dt>{country}</dt>
          <dd>
            <bdi>
              {networks
                .map(({ operator, generation }) => (generation === null ? operator : `${operator} ${generation}`))
                .join(', ')}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
