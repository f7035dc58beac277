'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SealDrawing } from '#components/esims/seal-drawing.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { isLostAnswer, type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { revealEsim } from '#lib/esims/client/esims.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

type UnrevealedCodeProps = {
  cardId: string
  deadline: Date | null
  returnHref: string | null
  onOpened: (opened: OpenedCard) => void
}

/** A closed eSIM. Two sentences are agreed to, each on its own, and only then a POST asks for the code. */
export function UnrevealedCode({ cardId, deadline, returnHref, onOpened }: UnrevealedCodeProps) {
  const t = useTranslations('card.seal')
  const isOnline = useOnline()
  const [serviceStarts, setServiceStarts] = useState(false)
  const [withdrawalEnds, setWithdrawalEnds] = useState(false)
  const [isOpening, setIsOpening] = useState(false)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const isAgreed = serviceStarts && withdrawalEnds

  // What was ticked before the page came to life stands in the boxes, and nobody was told.
  useEffect(() => {
    if (!form.current) return
    const ticked = new FormData(form.current)
    setServiceStarts(ticked.has('serviceStarts'))
    setWithdrawalEnds(ticked.has('withdrawalEnds'))
  }, [])

  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (!isAgreed || isOpening) return
    setIsOpening(true)
    setFailure(null)
    try {
      onOpened(await revealEsim(cardId))
    } catch (thrown) {
      setFailure(toFailure(thrown))
      setIsOpening(false)
    }
  }

  return (
    <form className="stack no-print" ref={form} onSubmit={open}>
      <SealDrawing isHere />
      <div>
        <h3 className="stub-title">{t('heading')}</h3>
        <p className="mt-1.5">
          {deadline
            ? t.rich('returnUntil', {
                at: () => (
                  <b className="whitespace-nowrap">
                    <LocalTime at={deadline} show="date_time" />
                  </b>
                ),
              })
            : t(returnHref === null ? 'shared' : 'return')}
        </p>
      </div>
      <div>
        <CheckField
          name="serviceStarts"
          checked={serviceStarts}
          onChange={(event) => setServiceStarts(event.target.checked)}
        >
          {t('serviceStarts')}
        </CheckField>
        <CheckField
          name="withdrawalEnds"
          checked={withdrawalEnds}
          onChange={(event) => setWithdrawalEnds(event.target.checked)}
        >
          {t('withdrawalEnds')}
        </CheckField>
      </div>
      {failure ? <RevealFailure failure={failure} /> : null}
      <Button
        type="submit"
        tone="primary"
        wide
        disabled={!isAgreed || isOpening || !isOnline}
        aria-describedby={`why-${cardId}`}
      >
        {isOpening ? t('showing') : t('show')}
      </Button>
      <p className="small soft" id={`why-${cardId}`} hidden={isAgreed && isOnline}>
        {isOnline ? t('tickBoth') : t('failedOffline')}
      </p>
      <noscript>
        <Notice tone="wait">{t('noScript')}</Notice>
      </noscript>
      {returnHref === null ? null : (
        <ButtonLink size="small" href={returnHref}>
          <Icon name="back" />
          {t('ask')}
        </ButtonLink>
      )}
    </form>
  )
}

function RevealFailure({ failure }: { failure: RequestFailure }) {
  const t = useTranslations('card.seal')

  return (
    <Notice tone="bad" role="alert">
      <p>{t(isLostAnswer(failure) ? 'lost' : 'failed')}</p>
      {failure.reference ? (
        <p className="small soft">
          {t.rich('reference', { reference: failure.reference, code: (words) => <bdi>{words}</bdi> })}
        </p>
      ) : null}
    </Notice>
  )
}
