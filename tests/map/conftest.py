"""Apps to ask: one with nothing learned yet, opened by a browser that has been let in."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adage_map.app import Context, create_app
from adage_map.runs import OWN, Loaded, Runs, world_json
from adage_map.security import cookie_name
from adage_map.states import no_repository


@pytest.fixture
def context() -> Context:
    """A map whose only run is empty: the folder is in no repository."""
    said = no_repository("/home/ann/notes")
    world = world_json({"state": said.as_document()})
    return Context(Runs(Loaded(OWN, "notes", "empty", world=world, said=said)))


@pytest.fixture
def app(context: Context) -> Flask:
    """The web app of that map."""
    return create_app(context)


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A browser that has not been let in."""
    return app.test_client()


@pytest.fixture
def client(app: Flask, context: Context) -> FlaskClient:
    """A browser that has been let in."""
    browser = app.test_client()
    browser.set_cookie(cookie_name("80"), context.access.cookie)
    return browser
