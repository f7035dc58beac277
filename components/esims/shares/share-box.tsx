'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type MouseEvent, useState } from 'react'
import { MadeShare } from '#components/esims/shares/made-share.tsx'
import { ShareLine } from '#components/esims/shares/share-line.tsx'
import { useFreshOnReturn } from '#components/esims/shares/use-fresh-on-return.ts'
import { LostAnswer } from '#components/orders/lost-answer.tsx'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { isLostAnswer, toFailure } from '#lib/core/client/ask.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { type MadeShare as Made, shareEsim, swapShare, takeShareBack } from '#lib/esims/client/shares.ts'
import { isLive, type ShareView } from '#lib/esims/rules/shares.ts'

type ShareBoxProps = {
  card: { id: string; isSealed: boolean }
  destination: string
  share: ShareView | null
  /** Who it is for, as the field above says. */
  name: string
  onName: (name: string) => void
}
type Asked = 'swap' | 'take_back' | null
type Failure = 'failed' | 'changed' | 'lost' | null

/** Gives an eSIM to one person, to somebody else, or takes it back. */
export function ShareBox({ card, destination, share, name, onName }: ShareBoxProps) {
  const t = useTranslations('share')
  const router = useRouter()
  const isOnline = useOnline()
  const [made, setMade] = useState<Made | null>(null)
  const [asked, setAsked] = useState<Asked>(null)
  const [other, setOther] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<Failure>(null)
  const live = share && isLive(share) ? share : null
  const why = `offline-${card.id}-give`
  useFreshOnReturn(live !== null)
  // The page learns of it a moment later; one that has ended since is not shown any more.
  const shown = live || share?.id !== made?.id ? made : null

  const send = async (act: () => Promise<Made | null>) => {
    setIsSending(true)
    setFailure(null)
    try {
      setMade(await act())
      setAsked(null)
      router.refresh()
    } catch (thrown) {
      if (isLostAnswer(thrown)) return setFailure('lost')
      setFailure(toFailure(thrown).code === 'conflict' ? 'changed' : 'failed')
      router.refresh()
    } finally {
      setIsSending(false)
    }
  }
  const looked = () => {
    setFailure(null)
    setAsked(null)
    // Whether its link still lives is not known; the page says it, without the PIN.
    setMade(null)
  }
  const leave = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    keepPlace(currentTarget, `#asks-${card.id} .btn`)
    setAsked(null)
  }
  const swap = async (id: string) => {
    const answer = await swapShare(id, other.trim())
    onName(other.trim())
    setOther('')

    return answer
  }
  const takeBack = async (id: string) => {
    await takeShareBack(id)

    return null
  }

  return (
    <div className="stack share-box">
      <h3 id={`give-${card.id}`}>{t('give.heading')}</h3>
      {share ? <ShareLine share={share} /> : null}
      {shown ? <MadeShare key={shown.id} made={shown} destination={destination} /> : null}
      {failure === 'lost' ? <LostAnswer backTo={`#give-${card.id}`} onLooked={looked} /> : null}
      {failure && failure !== 'lost' ? (
        <Notice tone="bad" role="alert">
          {t(failure)}
        </Notice>
      ) : null}
      {live || shown || failure === 'lost' ? null : (
        <>
          <p>{t(card.isSealed ? 'give.body' : 'give.opened')}</p>
          <p className="actions">
            <Button
              size="small"
              tone="ink"
              disabled={isSending || !isOnline}
              aria-describedby={why}
              onClick={() => void send(() => shareEsim(card.id, name))}
            >
              <Icon name="person" />
              {t(isSending ? 'give.making' : 'give.make')}
            </Button>
          </p>
        </>
      )}
      {live && failure !== 'lost' && asked === null ? (
        <p className="actions" id={`asks-${card.id}`}>
          {card.isSealed ? (
            <Button
              size="small"
              disabled={!isOnline}
              aria-describedby={why}
              onClick={(event) => {
                keepPlace(event.currentTarget, `#other-${card.id}`)
                setAsked('swap')
              }}
            >
              {t('swap.ask')}
            </Button>
          ) : null}
          <Button
            size="small"
            disabled={!isOnline}
            aria-describedby={why}
            onClick={(event) => {
              keepPlace(event.currentTarget, `#leave-${card.id}`)
              setAsked('take_back')
            }}
          >
            {t('back.ask')}
          </Button>
        </p>
      ) : null}
      {live && failure !== 'lost' && asked === 'swap' ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void send(() => swap(live.id))
          }}
        >
          <TextField
            id={`other-${card.id}`}
            label={t('swap.name')}
            hint={t('swap.hint')}
            value={other}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setOther(event.target.value)}
          />
          <p className="actions">
            <Button size="small" tone="ink" type="submit" disabled={isSending || !isOnline} aria-describedby={why}>
              {t('swap.make')}
            </Button>
            <Button size="small" onClick={leave}>
              {t('leave')}
            </Button>
          </p>
        </form>
      ) : null}
      {live && failure !== 'lost' && asked === 'take_back' ? (
        <div className="stack">
          <p>{t(card.isSealed ? 'back.body' : 'back.opened')}</p>
          <p className="actions">
            <Button
              size="small"
              tone="ink"
              disabled={isSending || !isOnline}
              aria-describedby={why}
              onClick={(event) => {
                keepPlace(event.currentTarget, `#give-${card.id}`)
                void send(() => takeBack(live.id))
              }}
            >
              {t('back.yes')}
            </Button>
            <Button id={`leave-${card.id}`} size="small" onClick={leave}>
              {t('leave')}
            </Button>
          </p>
        </div>
      ) : null}
      <OfflineReason id={why} />
    </div>
  )
}
