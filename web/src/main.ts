import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { isSite, obey } from './lib/authority'
import { speak } from './lib/i18n.svelte'
import { makeReady } from './lib/install'
import { language } from './lib/settings.svelte'

const target = document.getElementById('app')
await speak(language())
if (isSite) obey((await import('./site/engine')).start())
if (target) mount(App, { target })
void makeReady()
