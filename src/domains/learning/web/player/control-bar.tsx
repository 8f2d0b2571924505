import type { ReactNode, RefObject } from 'react'
import { formatTime } from '../../../../shared/format-time.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import type { CaptionsTrack } from './create-video.ts'
import type { Film } from './film.ts'
import { Icon, type IconName } from './icons.tsx'
import { SeekBar } from './seek-bar.tsx'
import { labelOfSize, labelWithCost, listSizes, type SizeChoice } from './sizes.ts'
import { SPEEDS } from './speeds.ts'
import type { usePlayback } from './use-playback.ts'

interface ControlBarProps {
  bar: RefObject<HTMLDivElement | null>
  playButton: RefObject<HTMLButtonElement | null>
  playback: ReturnType<typeof usePlayback>
  film: Film | null
  captions: CaptionsSwitch | null
  fullscreen: { isOn: boolean; onToggle: () => void } | null
}

export interface CaptionsSwitch {
  tracks: readonly Pick<CaptionsTrack, 'language' | 'label'>[]
  /** Null: none are shown. */
  language: string | null
  onChoose: (language: string | null) => void
}

/** The bar over a file's lower edge: dark under any picture and in any theme. */
export function ControlBar({
  bar,
  playButton,
  playback,
  film,
  captions,
  fullscreen,
}: ControlBarProps) {
  const { positionInSeconds, durationInSeconds, isMuted, volume } = playback
  const isSilent = isMuted || volume === 0
  return (
    <div
      ref={bar}
      // Films run from left to right for everybody.
      dir="ltr"
      className="@container absolute inset-x-0 bottom-0 bg-linear-to-t from-scrim via-scrim/70 to-transparent text-sm text-on-scrim transition-opacity duration-200 group-data-idle/film:opacity-0 has-[:focus-visible]:opacity-100! motion-reduce:transition-none"
    >
      <div className="flex items-center gap-3 px-3 text-xs tabular-nums @sm:text-sm @md:px-4">
        <span>{formatTime(positionInSeconds)}</span>
        <SeekBar {...playback} film={film} onSeek={playback.seek} />
        <span>{formatTime(durationInSeconds)}</span>
      </div>
      <div className="-mt-2 flex items-center pb-1 @sm:px-1 @md:px-2">
        <BarButton
          button={playButton}
          icon={playback.isPlaying ? 'pause' : 'play'}
          name={playback.isPlaying ? t('Pause') : t('Play')}
          onPress={playback.togglePlay}
        />
        <BarButton
          icon="back"
          name={t('10 seconds back')}
          onPress={() => playback.skip(-10)}
          isWideOnly
        />
        <BarButton
          icon="on"
          name={t('10 seconds on')}
          onPress={() => playback.skip(10)}
          isWideOnly
        />
        <BarButton
          icon={isSilent ? 'muted' : 'volume'}
          name={isSilent ? t('Sound on') : t('Mute')}
          onPress={() => playback.setMuted(!isSilent)}
        />
        <input
          type="range"
          aria-label={t('Volume')}
          min={0}
          max={1}
          step={0.05}
          value={isSilent ? 0 : volume}
          onChange={(event) => playback.setVolume(Number(event.target.value))}
          className="h-11 w-20 cursor-pointer accent-marigold @max-xl:hidden pointer-coarse:hidden"
        />
        <span className="flex-1" />
        {captions !== null && <CaptionsControl {...captions} />}
        <BarMenu
          name={t('Speed')}
          face={`${playback.rate}×`}
          value={String(playback.rate)}
          options={listSpeeds(playback.rate)}
          onChoose={(rate) => playback.setRate(Number(rate))}
        />
        {film !== null && <SizeMenu playback={playback} film={film} />}
        {playback.canPictureInPicture && (
          <BarButton
            icon="pictureInPicture"
            name={t('Picture in picture')}
            onPress={playback.togglePictureInPicture}
            isWideOnly
          />
        )}
        {fullscreen !== null && (
          <BarButton
            icon={fullscreen.isOn ? 'leaveFullScreen' : 'fullScreen'}
            name={fullscreen.isOn ? t('Leave full screen') : t('Full screen')}
            onPress={fullscreen.onToggle}
          />
        )}
      </div>
    </div>
  )
}

function CaptionsControl({ tracks, language, onChoose }: CaptionsSwitch) {
  const [only] = tracks
  if (tracks.length === 1 && only !== undefined) {
    return (
      <BarButton
        icon="captions"
        name={t('Captions')}
        isPressed={language !== null}
        onPress={() => onChoose(language === null ? only.language : null)}
      />
    )
  }
  return (
    <BarMenu
      name={t('Captions')}
      face={<Icon name="captions" />}
      isOn={language !== null}
      value={language ?? ''}
      options={[
        ['', t('Off')],
        ...tracks.map((track): [string, string] => [track.language, track.label]),
      ]}
      onChoose={(chosen) => onChoose(chosen === '' ? null : chosen)}
    />
  )
}

function SizeMenu({ playback, film }: Pick<ControlBarProps, 'playback'> & { film: Film }) {
  const sizes = listSizes(film)
  const playing = sizes.find(({ name }) => name === playback.playingSize)
  const isChosen = sizes.some(({ name }) => name === playback.size)
  const choice: SizeChoice = isChosen ? playback.size : 'auto'
  const auto =
    choice === 'auto' && playing
      ? t('Auto · now {size}', { size: labelWithCost(playing) })
      : t('Auto')
  const names: SizeChoice[] = ['auto', ...sizes.map(({ name }) => name)]
  return (
    <BarMenu
      name={t('Size')}
      face={choice === 'auto' ? t('Auto') : shortLabel(choice)}
      value={choice}
      options={[
        ['auto', auto],
        ...sizes.map((size): [string, string] => [size.name, labelWithCost(size)]),
      ]}
      onChoose={(chosen) => playback.setSize(names.find((name) => name === chosen) ?? 'auto')}
    />
  )
}

function shortLabel(name: Exclude<SizeChoice, 'auto'>): string {
  if (name === 'data_saver') return t('Saver')
  return name === 'sound_only' ? t('Sound') : labelOfSize(name)
}

function listSpeeds(rate: number): [string, string][] {
  const listed = SPEEDS.some((speed) => speed === rate) ? SPEEDS : [rate, ...SPEEDS]
  return listed.map((speed) => [String(speed), `${speed}×`])
}

function BarButton({
  button,
  icon,
  name,
  isPressed,
  isWideOnly = false,
  onPress,
}: {
  button?: RefObject<HTMLButtonElement | null>
  icon: IconName
  name: string
  isPressed?: boolean
  /** Left out where the player is narrow; a double tap or the system does the same there. */
  isWideOnly?: boolean
  onPress: () => void
}) {
  return (
    <button
      ref={button}
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      onClick={onPress}
      className={`${isWideOnly ? '@max-md:hidden ' : ''}grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-md hover:bg-on-scrim/20 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-marigold aria-pressed:text-marigold`}
    >
      <Icon name={icon} />
    </button>
  )
}

/** A menu of the system's own, which every thumb and every reader knows, behind a face of ours. */
function BarMenu({
  name,
  face,
  isOn = false,
  value,
  options,
  onChoose,
}: {
  name: string
  face: ReactNode
  isOn?: boolean
  value: string
  options: [value: string, label: string][]
  onChoose: (value: string) => void
}) {
  return (
    <span
      className={`relative grid h-[44px] min-w-[44px] shrink-0 place-items-center rounded-md px-0.5 text-xs font-semibold @md:text-sm hover:bg-on-scrim/20 has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-marigold @md:px-2 ${isOn ? 'text-marigold' : ''}`}
    >
      <span aria-hidden="true" className="tabular-nums">
        {face}
      </span>
      <select
        aria-label={name}
        title={name}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {options.map(([optionValue, label]) => (
          <option key={optionValue} value={optionValue} className="bg-paper text-ink">
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
