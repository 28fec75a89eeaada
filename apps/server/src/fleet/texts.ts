// The files of a fleet, as texts. None but those of settings holds a secret.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '../upgrade/record.ts';
import { readVersion } from '../startup/version.ts';
import type { Ready, Settings } from './shared.ts';

const HEAD = '# Written by the command fleet from its table; write it again after a change there.';

/** Returns settings as a file that both Node and containers read: one a line, in apostrophes, so that nothing in them is replaced. */
export function writeSettings(settings: Settings): string {
  return `${[HEAD, ...Object.entries(settings).map(([name, value]) => `${name}='${value}'`)].join('\n')}\n`;
}

/** Returns the unit of all districts; `classwright@north` is that of the district north. Its drop-in names the program. */
export function writeUnit(): string {
  return `${HEAD}
[Unit]
Description=Classwright of the district %i
After=network-online.target postgresql.service
Wants=network-online.target
StartLimitIntervalSec=0

[Service]
User=classwright
Environment=UV_THREADPOOL_SIZE=16 NODE_COMPILE_CACHE=/var/cache/classwright-%i
Restart=always
RestartSec=2
TimeoutStopSec=30
CacheDirectory=classwright-%i
CacheDirectoryMode=0700
UMask=0077
CapabilityBoundingSet=
LockPersonality=true
NoNewPrivileges=true
PrivateDevices=true
PrivateTmp=true
ProtectClock=true
ProtectControlGroups=true
ProtectHome=true
ProtectHostname=true
ProtectKernelLogs=true
ProtectKernelModules=true
ProtectKernelTunables=true
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=true
RestrictRealtime=true
RestrictSUIDSGID=true
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`;
}

/**
 * Returns the drop-in of a district: the program of the version that wrote it, and the only folders that it may write to. systemd reads
 * the settings as root and hands them over, so that their file stays unreadable for the product's user.
 */
export function writeDropIn({ databaseFile, folder, settings }: Ready, settingsFile: string): string {
  const program = existsSync(join(ownFolder, 'classwright'))
    ? `${ownFolder}/classwright --settings %d/settings`
    : `${process.execPath} --env-file=%d/settings ${ownFolder}/apps/server/src/main.ts`;
  const folders = [folder, settings.BACKUP_DIR, settings.ARCHIVE_TO].filter((one) => one?.startsWith('/'));
  return `${[
    HEAD,
    '[Service]',
    `WorkingDirectory=${folder}`,
    `LoadCredential=settings:${settingsFile}`,
    ...(databaseFile === null ? [] : [`LoadCredential=database:${databaseFile}`, 'Environment=DATABASE_URL_FILE=%d/database']),
    `ExecStart=${program}`,
    `ReadWritePaths=${folders.join(' ')}`,
  ].join('\n')}\n`;
}

/** Returns the compose project of a district. Its settings are in `classwright.env` next to it. */
export function writeCompose({ name, port, jobsPort, folder }: Ready): string {
  const ports = [`127.0.0.1:${port}:${port}`, ...(jobsPort === null ? [] : [`127.0.0.1:${jobsPort}:${jobsPort}`])];
  return `${HEAD}
# docker compose up --detach, in this folder; ${folder} belongs to the user 10001 of the container.
name: classwright-${name}

services:
  classwright:
    build: { context: ${JSON.stringify(ownFolder)}, dockerfile: Containerfile }
    image: classwright:${readVersion()}
    restart: always
    read_only: true
    tmpfs: [/tmp]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    stop_grace_period: 30s
    healthcheck: { test: [CMD, /opt/classwright/classwright, ready, "${port}"], start_period: 60s, interval: 10s }
    ports: ${JSON.stringify(ports)}
    volumes: ["${folder}:/data"]
    env_file: [classwright.env]
`;
}

/** Returns the settings of a district within its container, where nothing but /data is the district's own. */
export function settingsInContainer({ settings, database, folder }: Ready, hasProxies: boolean): Settings {
  const { DATABASE_URL_FILE: _file, TRUSTED_PROXIES: proxies, ...rest } = settings;
  const moved = Object.entries(rest).map(([name, value]) => [name, value.startsWith(`${folder}/`) ? `/data${value.slice(folder.length)}` : value]);
  return {
    ...(Object.fromEntries(moved) as Settings),
    HOST: '0.0.0.0',
    DATA_DIR: '/data',
    ...(hasProxies && proxies !== undefined ? { TRUSTED_PROXIES: proxies } : {}),
    ...(database === null ? {} : { DATABASE_URL: database }),
  };
}

/** Returns the servers of all districts for nginx, with certificates where certbot puts them. */
export function writeNginx(districts: readonly Ready[]): string {
  const servers = districts.map(
    ({ host, port }) => `server {
  listen 443 ssl;
  listen [::]:443 ssl;
  server_name ${host};
  ssl_certificate /etc/letsencrypt/live/${host}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;
  client_max_body_size 60m;
  location = /metrics { return 404; }
  location / {
    proxy_pass http://127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_request_buffering off;
    proxy_connect_timeout 2s;
    proxy_read_timeout 1h;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $classwright_upgrade;
  }
}
`,
  );
  return `${HEAD}\nmap $http_upgrade $classwright_upgrade { default upgrade; '' ''; }\n${servers.join('')}`;
}

/** Returns the sites of all districts for Caddy, which gets the certificates itself. */
export function writeCaddy(districts: readonly Ready[]): string {
  const sites = districts.map(
    ({ host, port }) => `${host} {
  respond /metrics 404
  reverse_proxy 127.0.0.1:${port} {
    health_uri /readyz
    lb_try_duration 5s
    health_interval 2s
  }
}
`,
  );
  return `${HEAD}\n${sites.join('')}`;
}
