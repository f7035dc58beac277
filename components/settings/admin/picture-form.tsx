'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { EditForm, useFieldEdits, useSaving } from '#components/ui/admin/edit-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { saveDestinationPicture, savePicture } from '#lib/settings/client/settings.ts'
import { picturePath, type ShopPicture } from '#lib/settings/rules/brand.ts'
import { PICTURE_LIMITS, type ShopPictureKind } from '#lib/settings/rules/uploads.ts'

type PictureFormProps = { stored: (ShopPicture & { hasName?: boolean }) | null } & (
  | { kind: ShopPictureKind }
  | { kind: 'destination'; skuId: number }
)

const REASONS = ['no_picture', 'size', 'weight'] as const

const KEY = 'picture'
const NAME = 'hasName'

/** A picture of the shop or of one of its destinations, shown on both grounds, with a field for another one. */
export function PictureForm(props: PictureFormProps) {
  const { kind, stored } = props
  const t = useTranslations('admin-settings.picture')
  const tLabel = useTranslations('admin.label')
  const input = useRef<HTMLInputElement>(null)
  const saving = useSaving()
  const edits = useFieldEdits(
    { [KEY]: stored?.hash ?? null, ...(kind === 'logo' ? { [NAME]: stored?.hasName ?? false } : {}) },
    // A file that was chosen is never what is stored: it has a name here, not yet a hash.
    (_, typed: File | boolean): string | boolean | null => (typeof typed === 'boolean' ? typed : typed.name),
  )
  const picked = edits.typed(KEY)
  const file = picked instanceof File ? picked : undefined
  const isTickAlone = file === undefined && stored !== null && edits.typed(NAME) !== undefined
  const hasName = Boolean(edits.typed(NAME) ?? stored?.hasName)
  const { bytes, min, max, isPhoto } = PICTURE_LIMITS[kind]
  const id = `picture-${kind}`
  const reason = REASONS.find((one) => one === saving.failure?.details.reason)

  function save(picture: Blob | null | undefined) {
    const seen = stored?.hash ?? null
    if (props.kind !== 'destination') {
      return savePicture({ kind: props.kind, file: picture, hasName, seen })
    }

    return saveDestinationPicture(props.skuId, { file: picture ?? null, seen })
  }

  async function remove() {
    if (!(await saving.run(() => save(null)))) return
    leave()
    edits.decide(NAME, 'take')
  }

  function leave() {
    edits.decide(KEY, 'take')
    if (input.current) input.current.value = ''
  }

  return (
    <EditForm
      className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start"
      edits={{
        ...edits,
        decide: (key, action) => (key === KEY && action === 'take' ? leave() : edits.decide(key, action)),
      }}
      saving={saving}
      save={() => save(file)}
      nameOf={(key) => (key === NAME ? t('hasName') : t(`${kind}.label`))}
      say={(value, _, whose) => {
        if (typeof value === 'boolean') return tLabel(value ? 'yes' : 'no')

        return whose === 'mine' ? <bdi>{value}</bdi> : t(stored ? 'above' : 'none')
      }}
      isReady={file !== undefined || stored !== null}
      onSaved={leave}
      press={isTickAlone ? undefined : t('send')}
      beside={
        stored ? (
          <Button
            size="small"
            onClick={(event) => {
              keepPlace(event.currentTarget, `#${id}`)
              void remove()
            }}
          >
            {t('remove')}
          </Button>
        ) : null
      }
    >
      {stored ? (
        <p className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-3">
          {(['light', 'dark'] as const).map((ground) => (
            <span key={ground} className={GROUND_CLASSES[ground]}>
              <img
                className="size-auto max-h-16 max-w-full"
                src={picturePath(stored)}
                width={stored.width}
                height={stored.height}
                alt={t(`${kind}.shown`)}
              />
            </span>
          ))}
        </p>
      ) : null}
      <TextField
        id={id}
        ref={input}
        type="file"
        accept={isPhoto ? 'image/*' : 'image/png'}
        label={t(`${kind}.label`)}
        hint={t(`${kind}.hint`, { kb: Math.round(bytes / 1000), least: min, most: max })}
        error={reason ? t(`failed.${reason}`) : null}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) edits.type(KEY, chosen)
          else edits.decide(KEY, 'take')
        }}
      />
      {kind === 'logo' ? (
        <CheckField checked={hasName} onChange={({ target }) => edits.type(NAME, target.checked)}>
          {t('hasName')}
        </CheckField>
      ) : null}
    </EditForm>
  )
}

const GROUND = 'flex min-h-14 flex-wrap items-center gap-3 rounded-lg border border-line px-3 py-2 font-semibold'

/** Both grounds are shown whatever the reader's theme is: their colours are not tokens of it. */
export const GROUND_CLASSES = {
  light: `${GROUND} bg-[oklch(0.985_0.006_85)] text-[oklch(0.23_0.035_245)]`,
  dark: `${GROUND} bg-[oklch(0.185_0.024_250)] text-[oklch(0.965_0.008_85)]`,
}
