import { execFileSync } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'

const packaging = resolve(import.meta.dirname, '../packaging')
const names = { x64: 'amd64', arm64: 'arm64' } as const

/** A package that installs the staged academy with its unit; resolves to its file's name. */
export function writeDebianPackage(
  staged: string,
  { version, cpu, to }: { version: string; cpu: 'x64' | 'arm64'; to: string },
): string {
  const architecture = names[cpu]
  const file = `academy_${version}_${architecture}.deb`
  const folder = `${staged}-deb`
  const put = (name: string, path: string, mode?: number): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    cpSync(join(packaging, name), join(folder, path))
    if (mode !== undefined) execFileSync('chmod', [mode.toString(8), join(folder, path)])
  }
  mkdirSync(join(folder, 'usr/lib'), { recursive: true })
  cpSync(staged, join(folder, 'usr/lib/academy'), { recursive: true, verbatimSymlinks: true })
  mkdirSync(join(folder, 'usr/bin'))
  symlinkSync('../lib/academy/bin/academy', join(folder, 'usr/bin/academy'))
  put('academy.service', 'usr/lib/systemd/system/academy.service')
  put('academy.socket', 'usr/lib/systemd/system/academy.socket')
  put('academy.env', 'etc/academy/academy.env')
  put('debian-copyright', 'usr/share/doc/academy/copyright')
  for (const script of ['postinst', 'prerm', 'postrm'])
    put(`debian-${script}`, `DEBIAN/${script}`, 0o755)
  writeFileSync(join(folder, 'DEBIAN/conffiles'), '/etc/academy/academy.env\n')
  writeFileSync(
    join(folder, 'DEBIAN/control'),
    `Package: academy
Version: ${version}
Architecture: ${architecture}
Installed-Size: ${measureInKib(folder)}
Maintainer: The academy's maintainers <maintainers@academy.invalid>
Depends: adduser, libc6, libstdc++6
Recommends: ffmpeg
Section: web
Priority: optional
Description: sells, plays and certifies video courses of one provider
 Brings its own Node and PostgreSQL; runs as a service of its own user.
`,
  )
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', join(folder, 'usr'), join(folder, 'etc')])
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', folder, join(to, file)])
  rmSync(folder, { recursive: true })
  return file
}

/** As Debian counts: each file in whole kibibytes, everything else as one. */
function measureInKib(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => (entry.isFile() ? lstatSync(join(entry.parentPath, entry.name)).size : 1))
    .reduce((sum, size) => sum + Math.ceil(size / 1024), 0)
}
