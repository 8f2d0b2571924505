import type { MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSite } from '../../ui/site.ts'
import { TextPage, TextSection } from './text-page.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: 'About Us',
    description: 'Who we are, how we teach, and what you can hold us to.',
    path: paths.about,
  })

export default function AboutScreen() {
  const { brand, figures } = useSite()
  return (
    <TextPage
      heading="About Us"
      lead={`${brand.name} teaches one thing: how to make films, pictures and voices with AI, so that somebody wants to look at them.`}
    >
      <TextSection heading="Why we exist">
        <p>
          The tools are here, and most of them are easy to start. What is hard is the rest: a story
          that holds, pictures that belong together, a voice that fits, a cut that keeps people
          watching. That is craft, and craft can be taught.
        </p>
        <p>
          Our courses are made for creators in India: for those who learn in the evening, on a
          phone, after work or college.
        </p>
      </TextSection>
      <TextSection heading="How we teach">
        <p>
          Each course has several modules, each module a few short lessons. You watch one, you make
          something, you go on. The lessons remember where you stopped, on every device.
        </p>
        <p>
          You buy a course once and keep it for life. When you have watched all of it, you get a
          certificate that anybody can check.
        </p>
      </TextSection>
      <TextSection heading="What you can hold us to">
        <p>
          One price in rupees, told before you pay. Your money back for {figures.guaranteeInDays}{' '}
          days. A payment that is never lost: if your browser closes at the wrong moment, the course
          still opens. And a person who answers: {brand.supportHours}.
        </p>
      </TextSection>
      <p className="mt-12 flex flex-wrap gap-4">
        <LinkButton to={paths.courses}>See the courses</LinkButton>
        <LinkButton to={paths.contact} variant="secondary">
          Write to us
        </LinkButton>
      </p>
    </TextPage>
  )
}
